import type { Language } from '#kernel/language.ts';
import { contentsOf, type OrderContents } from '../domain/order-contents.ts';

/** For headings: `Festival Pass and 2 more`, or `Order SLK-7Q4M` if no item is left to name. */
export function orderTitle({ text }: Language, order: OrderContents & { readonly code: string }): string {
  const { first, more } = contentsOf(order);
  if (!first) return text('Order {code}', { code: order.code });
  return more > 0 ? text('{name} and {more} more', { name: first.name, more }) : first.name;
}
