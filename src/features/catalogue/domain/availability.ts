import type { ListedItem } from './listed-item.ts';

/** The number of units left is shown if it is at most this. */
const FEW_LEFT = 10;

export type Availability =
  | { readonly kind: 'out_of_stock' }
  | { readonly kind: 'few_left'; readonly count: number }
  | { readonly kind: 'in_stock' };

/** Unlimited stock never shows a number, and no number below one is shown. */
export function availability(item: Pick<ListedItem, 'in_stock' | 'stock_level'>): Availability {
  if (!item.in_stock) return { kind: 'out_of_stock' };
  const { stock_level: count } = item;
  return count !== null && count > 0 && count <= FEW_LEFT ? { kind: 'few_left', count } : { kind: 'in_stock' };
}
