import type { ListedItem } from './listed-item.ts';

/** The number of payments of a plan, including the first; 0 without a plan. */
export const planPaymentCount = (plan: ListedItem['payment_plan']): number => plan.length;
