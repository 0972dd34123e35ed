import { useBundle } from '#browser/session-store.ts';
import { CalendarDownload } from '#features/calendar/shop/public.tsx';
import { InvoiceDownloads, InvoiceDownloadsNote } from '#features/invoices/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import { merchandiseCount, ticketCount } from '#features/orders/domain/order-contents.ts';
import { stillToPay } from '#features/orders/domain/order-money.ts';
import { orderStatus } from '#features/orders/shop/public.tsx';
import { Card } from '#ui/card.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { OrderButtons } from './order-buttons.tsx';
import styles from './order-page.module.css';

export function OrderFacts({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const paidParts = order.payments.filter((payment) => payment.payment_status === 'paid').length;
  const isPartlyPaid = order.has_payment_plan || order.payment_status === 'partial';
  const left = stillToPay(order);
  const tickets = ticketCount(order);
  const merchandise = merchandiseCount(order);
  const money = (amount: number) => <Money amount={amount} />;
  return (
    <Card as="aside" className={styles.summary} labelledBy="order-facts">
      <h2 id="order-facts">{text('Summary')}</h2>
      <FactList
        layout="apart"
        facts={[
          order.shipping_amount > 0 && { label: text('Shipping'), value: money(order.shipping_amount) },
          order.discount_amount > 0 && {
            label: order.discount_name
              ? text('Discount, {discount_name}', { discount_name: order.discount_name })
              : text('Discount'),
            value: money(-order.discount_amount),
          },
          { label: text('Total price'), value: money(order.total_price) },
          isPartlyPaid && { label: text('Paid'), value: money(order.total_paid) },
          left > 0 && isPartlyPaid && { label: text('Still to pay'), value: money(left) },
          order.has_payment_plan && {
            label: text('Instalments'),
            value: text('{paid} of {count} paid', {
              paid: paidParts,
              count: order.payments.filter(({ amount }) => amount > 0).length,
            }),
          },
          order.total_refunded > 0 && { label: text('Total refunded'), value: money(order.total_refunded) },
          tickets > 0 && { label: text('Tickets'), value: String(tickets) },
          merchandise > 0 && { label: text('Merchandise'), value: String(merchandise) },
          { label: text('Payment method'), value: config.paymentMethods[order.payment_method] ?? order.payment_method },
          {
            label: text('Payment status'),
            value: orderStatus(language, order.payment_status, config.paymentStatuses, order.fully_refunded).label,
          },
        ]}
      />
      <div className={styles.factActions}>
        <InvoiceDownloads order={order} />
        <CalendarDownload order={order} wide />
        <OrderButtons order={order} />
      </div>
      <InvoiceDownloadsNote order={order} />
    </Card>
  );
}
