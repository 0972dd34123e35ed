import type { Language } from '#kernel/language.ts';
import { contentsOf, type OrderContents } from '../domain/order-contents.ts';

/** `Festival Pass and 2 more`. */
export const contentsTitle = ({ text }: Language, { name, more }: { name: string; more: number }): string =>
  more > 0 ? text('{name} and {more} more', { name, more }) : name;

/** For headings: `contentsTitle`, or `Order SLK-7Q4MXD` if there is no item to name. */
export function orderTitle(language: Language, order: OrderContents & { readonly code: string }): string {
  const { first, more } = contentsOf(order);
  return first
    ? contentsTitle(language, { name: first.name, more })
    : language.text('Order {code}', { code: order.code });
}
