import type { ListedItem } from './listed-item.ts';

export interface TypeFilterOption {
  /** A key of the configured types. */
  readonly type: string;
  readonly kind: ListedItem['shop_item_type'];
}

export interface ListingFilter {
  /** Null means all types. */
  readonly type: string | null;
  readonly includesOutOfStock: boolean;
}

/**
 * Returns the types to filter by: types with a configured label in the order of the labels, then types without a label.
 * Empty if there is nothing to choose from.
 */
export function typeFilterOptions(
  items: readonly Pick<ListedItem, 'shop_item_type' | 'type'>[],
  typeLabels: Readonly<Record<string, string>>,
): TypeFilterOption[] {
  const found = new Map(items.map(({ type, shop_item_type }) => [type, shop_item_type]));
  if (found.size < 2) return [];
  const inOrder = new Set([...Object.keys(typeLabels).filter((type) => found.has(type)), ...found.keys()]);
  return [...inOrder].map((type) => ({ type, kind: found.get(type)! }));
}

/** True unless the operator's setting is 0. */
export const includesOutOfStockByDefault = (displayOutOfStock: number): boolean => displayOutOfStock !== 0;

export function filterListing<Item extends Pick<ListedItem, 'type' | 'in_stock'>>(
  items: readonly Item[],
  filter: ListingFilter,
): Item[] {
  return items.filter(
    (item) => (filter.type === null || item.type === filter.type) && (item.in_stock || filter.includesOutOfStock),
  );
}

/** Featured items in stock, for the home page. */
export function featuredItems<Item extends Pick<ListedItem, 'is_featured' | 'in_stock'>>(
  items: readonly Item[],
): Item[] {
  return items.filter((item) => item.is_featured && item.in_stock);
}
