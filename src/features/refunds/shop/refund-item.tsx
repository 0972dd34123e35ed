import type { useBundle } from '#browser/session-store.ts';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import type { RefundableItem } from '../domain/refundable-items.ts';
import styles from './refund-wizard.module.css';

export const ticketOf = (item: RefundableItem, order: Order) =>
  order.tickets.find((ticket) => ticket.code === item.code);

/** Shows the item's name, day and place, and the ticket's holder. */
export function RefundItemLabel({ item, order }: { item: RefundableItem; order: Order }) {
  const ticket = ticketOf(item, order);
  return (
    <>
      <strong>{item.name}</strong>
      {ticket && (
        <>
          <WhenAndWhere item={ticket} className={styles.facts} />
          <span className={styles.facts}>{ticket.full_name}</span>
        </>
      )}
    </>
  );
}

/** Shows how the refund follows from the price; null if they are equal. */
export function calculationOf(
  { text }: Language,
  item: RefundableItem,
  order: Order,
  config: ReturnType<typeof useBundle>['config'],
) {
  const line = [...order.tickets, ...order.merchandisePurchases].find((one) => one.code === item.code);
  if (!line) return null;
  const money = (amount: number) => formatMoney(amount, config);
  const share = Math.min(line.price, line.price - item.refundFee - item.refundTotal);
  const parts = [
    text('Price {price}', { price: money(line.price + line.fee) }),
    line.fee > 0 && text('less the booking fee of {fee}', { fee: money(line.fee) }),
    order.discount_amount > 0 && share > 0 && text('less {amount} discount', { amount: money(share) }),
    item.refundFee > 0 && text('less a refund fee of {fee}', { fee: money(item.refundFee) }),
  ].filter(Boolean);
  return parts.length === 1 ? null : `${parts.join(', ')}.`;
}
