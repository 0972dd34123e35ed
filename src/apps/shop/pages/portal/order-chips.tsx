import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { orderStatus } from '#features/orders/shop/public.tsx';
import { areTermsOpen, isAnythingOverdue } from '#features/portal/domain/order-needs.ts';
import { useLanguage } from '#ui/language.ts';
import { StatusChip } from '#ui/status-chip.tsx';

/** The order's payment status, and what the customer still has to do. */
export function OrderChips({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const status = orderStatus(language, order.payment_status, config.paymentStatuses, order.fully_refunded);
  return (
    <>
      {isAnythingOverdue(order) && (
        <StatusChip tone="bad">{config.instalmentStatuses.overdue ?? text('Overdue')}</StatusChip>
      )}
      {areTermsOpen(order) && <StatusChip tone="warn">{text('Terms open')}</StatusChip>}
      <StatusChip tone={status.tone}>{status.label}</StatusChip>
    </>
  );
}
