import { countText, text } from '#kernel/text.ts';
import type { ListedItem } from './listed-item.ts';

/** From this many units down, the number that is left is said. */
export const FEW_LEFT = 10;

/** The availability sentence of a product page. Unlimited stock invents no scarcity. */
export function availability(item: Pick<ListedItem, 'in_stock' | 'stock_level'>): string {
  if (!item.in_stock) return text('Out of Stock');
  return fewLeft(item) ?? text('In stock');
}

/** `Only 7 left` when few are left, else null: what a card's chip says. */
export function fewLeft(item: Pick<ListedItem, 'in_stock' | 'stock_level'>): string | null {
  if (!item.in_stock || item.stock_level === null || item.stock_level > FEW_LEFT) return null;
  return countText(item.stock_level, { one: 'Only {count} left', other: 'Only {count} left' });
}
