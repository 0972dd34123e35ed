import type { ShopItem } from '../contract.ts';

export interface CategoryLabels {
  readonly productTypes: Readonly<Record<string, string>>;
  readonly merchandiseTypes: Readonly<Record<string, string>>;
}

/** Returns the label of the item's type in the singular. */
export function categoryLabel(
  item: Pick<ShopItem, 'shop_item_type' | 'type'>,
  { productTypes, merchandiseTypes }: CategoryLabels,
): string {
  const labels = item.shop_item_type === 'tickets' ? productTypes : merchandiseTypes;
  return labels[item.type] ?? item.type;
}
