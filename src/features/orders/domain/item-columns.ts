import { type Dated, whenOf } from '#features/occasions/domain/occasion.ts';
import { keepsStock, type OrderStatus } from './order-status.ts';

export type ItemColumn = 'item' | 'holder' | 'when' | 'price' | 'refund' | 'status' | 'actions';

interface OrderOfItems {
  readonly payment_status: OrderStatus;
  readonly tickets: readonly Dated[];
  readonly cartProducts: readonly Dated[];
  readonly merchandisePurchases: readonly unknown[];
}

/** Returns the columns for the table of an order's items, without those that would be empty in every row. */
export function itemColumns(
  order: OrderOfItems,
  { refundsActive, hasActions }: { refundsActive: boolean; hasActions: boolean },
): readonly ItemColumn[] {
  const holders = [...order.tickets, ...order.cartProducts];
  const hasIssuedItems = order.tickets.length + order.merchandisePurchases.length > 0;
  const isShown: Record<ItemColumn, boolean> = {
    item: true,
    holder: holders.length > 0,
    when: holders.some((ticket) => whenOf(ticket) !== null),
    price: true,
    refund: refundsActive && hasIssuedItems,
    // If an order ended before it was paid, its items have no status.
    status: hasIssuedItems || keepsStock(order.payment_status),
    actions: hasActions,
  };
  return (Object.keys(isShown) as ItemColumn[]).filter((column) => isShown[column]);
}
