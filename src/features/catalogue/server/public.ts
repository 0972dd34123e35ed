export {
  type CachedItem,
  type CachedItems,
  itemsWithCounters,
  knownItemsWithCounters,
  readItems,
  withReplaced,
} from './cached-items.ts';
export { addCatalogueCalls } from './catalogue-calls.ts';
export { activeItems, EVENT, isDepartureOf, STOCK_COUNTERS, type StockCounters } from './catalogue-store.ts';
export { changeKnownItems, importCatalogue } from './import-catalogue.ts';
export type { ImportedEvent, ImportedItem } from './import-catalogue-store.ts';
export { knownItemKinds, plansOnSale } from './import-catalogue-store.ts';
export type { DepartureRow, ItemDetails, ItemRow } from './item-row.ts';
export { type Catalogue, itemForSale, itemsForSale, listShopItems, shopItem } from './shop-items.ts';
export { type UnitsByItem, unitsByItem } from './units-by-item-store.ts';
