import { contentsTitle } from '#features/orders/words/order-title.ts';
import type { Language } from '#kernel/language.ts';
import type { OrderSummary } from '../domain/order-summary.ts';

/** The same title as `orderTitle` makes from the full order. */
export const summaryTitle = (
  language: Language,
  { code, first, item_count: count }: Pick<OrderSummary, 'code' | 'first' | 'item_count'>,
): string =>
  first ? contentsTitle(language, { name: first.name, more: count - 1 }) : language.text('Order {code}', { code });
