import type { Dated } from '#features/occasions/domain/occasion.ts';

type OrderedTicket = Dated & { product: string; external_code: string; shop_image: string | null };

export interface OrderContents {
  tickets: readonly OrderedTicket[];
  cartProducts: readonly OrderedTicket[];
  merchandisePurchases: readonly { merchandise: string; external_code: string; shop_image: string | null }[];
  cartMerchandise: readonly { merchandise: string; external_code: string; shop_image: string | null }[];
}

/** Counts issued tickets and tickets that are still to be issued. */
export const ticketCount = (order: OrderContents): number => order.tickets.length + order.cartProducts.length;

export const merchandiseCount = (order: OrderContents): number =>
  order.merchandisePurchases.length + order.cartMerchandise.length;

export const itemCount = (order: OrderContents): number => ticketCount(order) + merchandiseCount(order);

export interface NamedItem {
  name: string;
  externalCode: string;
  /** The URL without size and extension. */
  image: string | null;
  dated: Dated;
}

export interface BoughtItem extends NamedItem {
  count: number;
}

/** The items of an order, tickets before merchandise. The same item for the same time appears once, with its count. */
export function boughtItems(order: OrderContents): BoughtItem[] {
  const groups = new Map<string, BoughtItem>();
  const add = (item: NamedItem) => {
    const key = `${item.externalCode} ${item.dated.travel_time ?? ''}`;
    const group = groups.get(key);
    groups.set(key, group ? { ...group, count: group.count + 1 } : { ...item, count: 1 });
  };
  for (const ticket of [...order.tickets, ...order.cartProducts]) add(named(ticket.product, ticket, ticket));
  for (const item of [...order.merchandisePurchases, ...order.cartMerchandise]) add(named(item.merchandise, item, {}));
  return [...groups.values()];
}

const named = (
  name: string,
  item: { readonly external_code: string; readonly shop_image: string | null },
  dated: Dated,
): NamedItem => ({ name, externalCode: item.external_code, image: item.shop_image, dated });

/** The first item, tickets before merchandise, and the number of others. */
export function contentsOf(order: OrderContents): { first: NamedItem | null; more: number } {
  const ticket = order.tickets[0] ?? order.cartProducts[0];
  const merchandise = order.merchandisePurchases[0] ?? order.cartMerchandise[0];
  const more = itemCount(order) - 1;
  if (ticket) return { first: named(ticket.product, ticket, ticket), more };
  return merchandise ? { first: named(merchandise.merchandise, merchandise, {}), more } : { first: null, more: 0 };
}
