import { useBundle } from '#browser/session-store.ts';
import { orderStatus } from '#features/orders/shop/public.tsx';
import type { OrderSummary } from '#features/portal/domain/order-summary.ts';
import { useLanguage } from '#ui/language.ts';
import { StatusChip } from '#ui/status-chip.tsx';

/** Shows the order's payment status, and what the customer still has to do. */
export function OrderChips({
  order,
}: {
  order: Pick<OrderSummary, 'payment_status' | 'fully_refunded' | 'is_overdue' | 'are_terms_open'>;
}) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const status = orderStatus(language, order.payment_status, config.paymentStatuses, order.fully_refunded);
  return (
    <>
      {order.is_overdue && <StatusChip tone="bad">{config.instalmentStatuses.overdue ?? text('Overdue')}</StatusChip>}
      {order.are_terms_open && <StatusChip tone="warn">{text('Terms open')}</StatusChip>}
      <StatusChip tone={status.tone}>{status.label}</StatusChip>
    </>
  );
}
