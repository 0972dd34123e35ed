export type { StockRefusal } from '../domain/allocate-units.ts';
export { type HoldAnswer, holdStock, takeUnits } from './hold-stock.ts';
export { recountStock } from './recount-store.ts';
export { releaseExpiredHolds } from './release-expired-holds.ts';
export { lockItems } from './stock-store.ts';
export { swapDeparture } from './swap-departure.ts';
export { extendHolds, releaseUnits, sellUnits } from './units.ts';
