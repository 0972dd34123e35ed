import type { ListedItem } from './listed-item.ts';

/** Returns the number of payments, including the first; 0 without a plan. */
export const planPaymentCount = (plan: ListedItem['payment_plan']): number => plan.length;
