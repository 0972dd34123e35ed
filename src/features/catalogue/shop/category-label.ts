import type { PublicConfig } from '#features/shop-config/contract.ts';
import type { ShopItem } from '../contract.ts';

/** The operator's word for an item's type, in the singular. */
export function categoryLabel(
  item: Pick<ShopItem, 'shop_item_type' | 'type'>,
  config: Pick<PublicConfig, 'productTypes' | 'merchandiseTypes'>,
): string {
  const labels = item.shop_item_type === 'tickets' ? config.productTypes : config.merchandiseTypes;
  return labels[item.type] ?? item.type;
}
