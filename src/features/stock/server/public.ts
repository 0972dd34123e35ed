export type { StockRefusal, UnitRequest } from '../domain/allocate-units.ts';
export { type HoldAnswer, type HoldRequest, holdStock, takeUnits } from './hold-stock.ts';
export { recountStock, type StockDifference } from './recount-store.ts';
export { releaseExpiredHolds } from './release-expired-holds.ts';
export { lockItems } from './stock-store.ts';
export { type SwappedSeat, type SwapRefusal, swapDeparture } from './swap-departure.ts';
export { extendHolds, releaseUnits, sellUnits } from './units.ts';
