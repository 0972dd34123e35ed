export { addCatalogueCalls } from './catalogue-calls.ts';
export { EVENT, isDepartureOf } from './catalogue-store.ts';
export type { ImportedEvent, ImportedItem } from './import-catalogue-store.ts';
export { importCatalogue, knownItemKinds, plansOnSale } from './import-catalogue-store.ts';
export type { DepartureRow, ItemDetails, ItemRow } from './item-row.ts';
export { type KeptItem, type KeptItems, readCounters, readItems } from './kept-items.ts';
export { type Catalogue, itemForSale, itemsForSale, listShopItems, shopItem } from './shop-items.ts';
