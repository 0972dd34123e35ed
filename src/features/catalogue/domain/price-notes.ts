import type { ListedItem } from './listed-item.ts';

/** How many payments a plan has, the first included; 0 without a plan. Every entry is one payment. */
export const planPaymentCount = (plan: ListedItem['payment_plan']): number => plan.length;
