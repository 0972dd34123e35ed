import { formatDateTime } from '#browser/format.ts';
import { useBundle } from '#browser/session-store.ts';
import { CalendarDownload } from '#features/calendar/shop/public.tsx';
import { InvoiceDownloads } from '#features/invoices/shop/public.tsx';
import { Card } from '#ui/card.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Money } from '#ui/price.tsx';
import { orderStatus } from '#ui/status-tones.ts';
import type { Order } from '../contract.ts';
import { merchandiseCount, ticketCount } from '../domain/order-contents.ts';
import { stillToPay } from '../domain/order-money.ts';
import { OrderButtons } from './order-buttons.tsx';
import styles from './order-page.module.css';

/** The order's facts (spec 2, order page), beside its items. */
export function OrderFacts({ order }: { order: Order }) {
  const { config } = useBundle();
  const paidParts = order.payments.filter((payment) => payment.payment_status === 'paid').length;
  const isPartlyPaid = order.has_payment_plan || order.payment_status === 'partial';
  const left = stillToPay(order);
  const money = (amount: number) => <Money amount={amount} />;
  return (
    <Card as="aside" className={styles.summary} labelledBy="order-facts">
      <h2 id="order-facts">Summary</h2>
      <FactList
        layout="apart"
        facts={[
          {
            label: 'Order code',
            value: (
              <span className={styles.copied}>
                {order.code} <CopyButton text={order.code} what="order code" />
              </span>
            ),
          },
          { label: 'Received at', value: formatDateTime(order.created_at, config) },
          { label: 'Via', value: order.staff },
          order.shipping_amount > 0 && { label: 'Shipping', value: money(order.shipping_amount) },
          order.discount_amount > 0 && {
            label: order.discount_name ? `Discount, ${order.discount_name}` : 'Discount',
            value: money(-order.discount_amount),
          },
          { label: 'Total price', value: money(order.total_price) },
          isPartlyPaid && { label: 'Paid', value: money(order.total_paid) },
          left > 0 && isPartlyPaid && { label: 'Still to pay', value: money(left) },
          order.has_payment_plan && { label: 'Instalments', value: `${paidParts} of ${order.payments.length} paid` },
          { label: 'Total refunded', value: money(order.total_refunded) },
          { label: 'Tickets', value: String(ticketCount(order)) },
          { label: 'Merchandise', value: String(merchandiseCount(order)) },
          { label: 'Payment method', value: config.paymentMethods[order.payment_method] ?? order.payment_method },
          {
            label: 'Payment status',
            value: orderStatus(order.payment_status, config.paymentStatuses, order.fully_refunded).label,
          },
        ]}
      />
      <InvoiceDownloads order={order} />
      <CalendarDownload order={order} />
      <OrderButtons order={order} />
    </Card>
  );
}
