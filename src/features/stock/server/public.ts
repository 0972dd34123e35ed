export type { StockRefusal } from '../domain/allocate-units.ts';
export { departureRefusals } from './departure-refusals.ts';
export { type HoldAnswer, holdStock } from './hold-stock.ts';
export { recountStock } from './recount-store.ts';
export { releaseExpiredHolds } from './release-expired-holds.ts';
export { swapDeparture } from './swap-departure.ts';
export { extendHolds, lockItems } from './take-units-store.ts';
export { releaseUnits, sellUnits, takeUnits } from './units.ts';
export { withdrawFromSale } from './withdraw-store.ts';
