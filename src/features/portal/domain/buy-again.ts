import type { Holder } from '#features/cart/domain/holder.ts';
import { keepsStock, type OrderStatus } from '#features/orders/domain/order-status.ts';

interface TicketLine {
  readonly external_code: string;
  readonly product: string;
  readonly full_name: string;
  readonly email: string;
  readonly age: string | null;
  readonly transport_time_id: string | null;
}

interface MerchandiseLine {
  readonly external_code: string;
  readonly merchandise: string;
}

export interface EndedOrder {
  readonly payment_status: OrderStatus;
  readonly reassigned_to_me: boolean;
  readonly cartProducts: readonly TicketLine[];
  readonly tickets: readonly (TicketLine & { readonly reassigned: boolean })[];
  readonly cartMerchandise: readonly MerchandiseLine[];
  readonly merchandisePurchases: readonly MerchandiseLine[];
}

export interface ItemOnSale {
  readonly external_code: string;
  readonly in_stock: boolean;
  readonly travel_time_type: 'fixed' | 'selectable' | null;
  readonly travel_times: readonly { readonly id: string; readonly remaining: number | null }[];
}

type ItemAgain = { readonly name: string; readonly externalCode: string } & (
  | { readonly kind: 'tickets'; readonly holder: Holder }
  | { readonly kind: 'merchandise' }
);

export interface BuyAgain {
  /** Items that can be added again, tickets first. */
  readonly items: readonly ItemAgain[];
  /** Distinct names of items that are no longer sold. */
  readonly gone: readonly string[];
}

/**
 * Finds the items of an ended order that can be bought again, for the same holders and departures. An item whose
 * departure is full or gone counts as no longer sold, because only the customer can choose another one. Null for other
 * orders, and if nothing is still sold.
 */
export function buyAgain(order: EndedOrder, onSale: readonly ItemOnSale[]): BuyAgain | null {
  if (keepsStock(order.payment_status) || order.reassigned_to_me) return null;
  const sold = new Map(onSale.map((item) => [item.external_code, item]));
  const tickets = [...order.cartProducts, ...order.tickets.filter(({ reassigned }) => !reassigned)].map((line) =>
    ticketAgain(line, sold.get(line.external_code)),
  );
  const goods = [...order.cartMerchandise, ...order.merchandisePurchases].map(
    (line): ItemAgain => ({ kind: 'merchandise', name: line.merchandise, externalCode: line.external_code }),
  );
  const all = [...tickets, ...goods];
  const items = all.filter((item) => isOnSale(item, sold.get(item.externalCode)));
  const gone = new Set(all.filter((item) => !items.includes(item)).map(({ name }) => name));
  return items.length > 0 ? { items, gone: [...gone] } : null;
}

function ticketAgain(line: TicketLine, item: ItemOnSale | undefined): ItemAgain {
  return {
    kind: 'tickets',
    name: line.product,
    externalCode: line.external_code,
    holder: {
      fullName: line.full_name,
      email: line.email,
      age: line.age,
      transportTimeId: item?.travel_time_type === 'selectable' ? line.transport_time_id : null,
    },
  };
}

function isOnSale(again: ItemAgain, item: ItemOnSale | undefined): boolean {
  if (!item?.in_stock) return false;
  if (again.kind === 'merchandise' || item.travel_time_type !== 'selectable') return true;
  return item.travel_times.some(({ id, remaining }) => id === again.holder.transportTimeId && remaining !== 0);
}
