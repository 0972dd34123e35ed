import { laterText, saidText, spokenLanguage } from '#kernel/text.ts';
import type { ListedItem } from './listed-item.ts';

export const EMPTY_LISTING = laterText('There are no items to show. Please check back again soon.');

export interface TypeFilterOption {
  /** A key of the configured types. */
  readonly type: string;
  readonly label: string;
}

export interface ListingFilter {
  /** Null: every type. */
  readonly type: string | null;
  readonly includesOutOfStock: boolean;
}

/**
 * The label of a type in the filter: the transport category takes the plural suffix 'es', other ticket types take 's'.
 * Types of merchandise keep the operator's word, and so do all in a language that makes its plurals in other ways.
 * The operator's own word for several comes before all that.
 */
export function typeFilterLabel(
  shopItemType: ListedItem['shop_item_type'],
  type: string,
  { label, plural }: { label: string; plural: string | undefined },
): string {
  if (plural !== undefined) return plural;
  if (shopItemType === 'merchandise' || spokenLanguage() !== 'en') return label;
  return type === 'transport' ? `${label}es` : `${label}s`;
}

/**
 * The types that the items have, in the order of the configuration's labels, and what it does not name behind them; empty when there is
 * nothing to choose between.
 */
export function typeFilterOptions(
  items: readonly Pick<ListedItem, 'shop_item_type' | 'type'>[],
  typeLabels: Readonly<Record<string, string>>,
  plurals: Readonly<Record<string, string>> = {},
): TypeFilterOption[] {
  const found = new Map(items.map(({ type, shop_item_type }) => [type, shop_item_type]));
  if (found.size < 2) return [];
  const inOrder = new Set([...Object.keys(typeLabels).filter((type) => found.has(type)), ...found.keys()]);
  return [...inOrder].map((type) => {
    const words = { label: typeLabels[type] ?? type, plural: plurals[type] };
    return { type, label: typeFilterLabel(found.get(type)!, type, words) };
  });
}

/** Whether a listing starts with out-of-stock items: yes, unless the operator's setting is 0. */
export const includesOutOfStockByDefault = (displayOutOfStock: number): boolean => displayOutOfStock !== 0;

/** The items that a filter leaves, in their order. */
export function filterListing<Item extends Pick<ListedItem, 'type' | 'in_stock'>>(
  items: readonly Item[],
  filter: ListingFilter,
): Item[] {
  return items.filter(
    (item) => (filter.type === null || item.type === filter.type) && (item.in_stock || filter.includesOutOfStock),
  );
}

/** The items of the home page: featured and in stock. */
export function featuredItems<Item extends Pick<ListedItem, 'is_featured' | 'in_stock'>>(
  items: readonly Item[],
): Item[] {
  return items.filter((item) => item.is_featured && item.in_stock);
}

/** What an empty listing says: the operator's text, or the default. */
export const emptyListingText = (outOfStockText: string): string => outOfStockText.trim() || saidText(EMPTY_LISTING);
