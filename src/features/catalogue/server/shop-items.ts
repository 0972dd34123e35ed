import type { Queryable } from '#platform/db/db.ts';
import type { ShopItem } from '../contract.ts';
import { activeItems, activeItemsOf } from './catalogue-store.ts';
import type { ItemRow } from './item-row.ts';
import { toShopItem } from './to-shop-item.ts';

export interface Catalogue {
  readonly tickets: ShopItem[];
  readonly merchandise: ShopItem[];
}

/** Lists the items on sale in the folder's order. */
export async function listShopItems(db: Queryable, now: Date): Promise<Catalogue> {
  const items = (await activeItems(db)).map((row) => toShopItem(row, now));
  return {
    tickets: items.filter((item) => item.shop_item_type === 'tickets'),
    merchandise: items.filter((item) => item.shop_item_type === 'merchandise'),
  };
}

/** Returns the item whether or not it is in stock; null if it is not on sale. */
export async function shopItem(db: Queryable, externalCode: string, now: Date): Promise<ShopItem | null> {
  const row = await itemForSale(db, externalCode);
  return row ? toShopItem(row, now) : null;
}

/**
 * Returns the item, or null if it is not on sale. Locks nothing: the counters are only a snapshot, and the statement
 * that takes the stock decides.
 */
export async function itemForSale(db: Queryable, externalCode: string): Promise<ItemRow | null> {
  return (await itemsForSale(db, [externalCode])).get(externalCode) ?? null;
}

/** Items not on sale have no entry. */
export async function itemsForSale(db: Queryable, externalCodes: readonly string[]): Promise<Map<string, ItemRow>> {
  return new Map((await activeItemsOf(db, externalCodes)).map((item) => [item.externalCode, item]));
}
