import type { CheckedFieldProps } from '#browser/use-checked-form.ts';
import { AuditReason, useStaffSession } from '#features/staff/office/public.tsx';
import { formatTime } from '#kernel/dates.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { CustomerLimit } from '../domain/customer-limit.ts';

/** Returns what a change beyond the customer's limits lacks: the permission, or the reason. */
export function useBeyondLimits(): (limit: CustomerLimit | null, reason: string) => string | undefined {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const needsManager = useManagerSentence();
  return (limit, reason) => {
    if (limit === null) return undefined;
    if (!may('orders.override')) return needsManager(limit);
    return reason.trim() === '' ? text('Please enter a reason.') : undefined;
  };
}

function useManagerSentence(): (limit: CustomerLimit) => string {
  const { text } = useLanguage();
  const settings = useShopSettings();
  return (limit) =>
    limit.kind === 'locked'
      ? text('The customer can change this again at {time}. Until then, only a manager can.', {
          time: formatTime(limit.until, settings),
        })
      : text('The customer is not allowed to change this, but a manager is.');
}

/** Explains what keeps the customer from making this change, and asks for the reason if this person can make it. */
export function BeyondLimits({ limit, field }: { limit: CustomerLimit; field: CheckedFieldProps }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const settings = useShopSettings();
  const needsManager = useManagerSentence();
  if (!may('orders.override')) {
    return (
      <Notice tone="warn" small id={field.id}>
        {needsManager(limit)}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="warn" small>
        {limit.kind === 'locked'
          ? text('The customer can change this again at {time}. You can change it now, if you give a reason.', {
              time: formatTime(limit.until, settings),
            })
          : text('The customer can no longer change this. You can, if you give a reason.')}
      </Notice>
      <AuditReason {...field} />
    </>
  );
}
