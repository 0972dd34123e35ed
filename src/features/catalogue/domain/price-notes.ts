import { countText, text } from '#kernel/text.ts';
import type { ListedItem } from './listed-item.ts';

/** The line under a price. */
export function priceNote(item: Pick<ListedItem, 'fee'>): string {
  return item.fee > 0 ? text('(includes taxes and booking fee)') : text('(includes taxes)');
}

/** How many payments a plan has, the first included; 0 without a plan. Every entry is one payment. */
export const planPaymentCount = (plan: ListedItem['payment_plan']): number => plan.length;

/** The plan note under a price; null for an item without a plan. */
export function planNote(item: Pick<ListedItem, 'has_payment_plan' | 'payment_plan'>): string | null {
  if (!item.has_payment_plan) return null;
  return countText(planPaymentCount(item.payment_plan), {
    one: 'available on a payment plan with {count} installments',
    other: 'available on a payment plan with {count} installments',
  });
}
