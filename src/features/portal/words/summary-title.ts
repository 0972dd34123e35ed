import { contentsTitle } from '#features/orders/words/order-title.ts';
import type { Language } from '#kernel/language.ts';
import type { OrderSummary } from '../domain/order-summary.ts';

/** Returns the same title as `orderTitle` does for the full order. */
export const summaryTitle = (
  language: Language,
  { code, first, item_count: count }: Pick<OrderSummary, 'code' | 'first' | 'item_count'>,
): string =>
  first ? contentsTitle(language, { name: first.name, more: count - 1 }) : language.text('Order {code}', { code });
