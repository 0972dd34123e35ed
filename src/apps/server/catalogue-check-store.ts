import { STOCK_COUNTERS, type StockCounters } from '#features/catalogue/server/public.ts';
import { SHOP_KEY } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';

export interface CatalogueCheck extends StockCounters {
  /** Changes with every import; null before the first one. */
  readonly shopKey: string | null;
}

/** Reads everything that shows whether the catalogue has changed, in one statement: it runs for nearly every answer. */
export async function checkCatalogue(db: Queryable): Promise<CatalogueCheck> {
  const row = await db.row<CatalogueCheck>(`select ${SHOP_KEY} as "shopKey", ${STOCK_COUNTERS}`);
  return row!;
}
