import type { CheckedFieldProps } from '#browser/use-checked-form.ts';
import { AuditReason, useStaffSession } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';

/** Explains that the customer is not allowed to make this change, and asks for the reason. */
export function BeyondLimits({ field }: { field: CheckedFieldProps }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  if (!may('orders.override')) {
    return (
      <Notice tone="warn" small>
        {text('The customer is not allowed to change this, but a manager is.')}
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="warn" small>
        {text('The customer can no longer change this. You can, if you give a reason.')}
      </Notice>
      <AuditReason {...field} />
    </>
  );
}
