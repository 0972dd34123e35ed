import type { Dated } from '#features/occasions/domain/occasion.ts';

type OrderedTicket = Dated & { product: string; external_code: string; shop_image: string | null };

export interface OrderContents {
  tickets: readonly OrderedTicket[];
  cartProducts: readonly OrderedTicket[];
  merchandisePurchases: readonly { merchandise: string; external_code: string; shop_image: string | null }[];
  cartMerchandise: readonly { merchandise: string; external_code: string; shop_image: string | null }[];
}

/** Issued or not. */
export const ticketCount = (order: OrderContents): number => order.tickets.length + order.cartProducts.length;

export const merchandiseCount = (order: OrderContents): number =>
  order.merchandisePurchases.length + order.cartMerchandise.length;

export const itemCount = (order: OrderContents): number => ticketCount(order) + merchandiseCount(order);

export interface NamedItem {
  name: string;
  externalCode: string;
  /** Without size and extension. */
  image: string | null;
  dated: Dated;
}

/** The first item, tickets before merchandise, and the number of others. */
export function contentsOf(order: OrderContents): { first: NamedItem | null; more: number } {
  const ticket = order.tickets[0] ?? order.cartProducts[0];
  const merchandise = order.merchandisePurchases[0] ?? order.cartMerchandise[0];
  const item = ticket ?? merchandise;
  if (!item) return { first: null, more: 0 };
  const name = ticket ? ticket.product : (merchandise?.merchandise ?? '');
  return {
    first: { name, externalCode: item.external_code, image: item.shop_image, dated: ticket ?? {} },
    more: itemCount(order) - 1,
  };
}
