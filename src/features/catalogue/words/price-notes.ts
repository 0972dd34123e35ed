import { markedText, type Sentence } from '#kernel/language.ts';
import type { ListedItem } from '../domain/listed-item.ts';

export const priceNote = (item: Pick<ListedItem, 'fee'>): string =>
  item.fee > 0 ? markedText('(includes taxes and booking fee)') : markedText('(includes taxes)');

export function planNote(item: Pick<ListedItem, 'has_payment_plan' | 'payment_plan'>): Sentence | null {
  if (!item.has_payment_plan) return null;
  return ({ countText }) =>
    countText(item.payment_plan.length, {
      one: 'available on a payment plan with {count} installments',
      other: 'available on a payment plan with {count} installments',
    });
}
