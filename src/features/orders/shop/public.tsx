export { type ItemRow, ItemTable } from './item-table.tsx';
export { keptUntilText } from './kept-until-text.ts';
export { PendingOrder } from './pending-order.tsx';
export { instalmentStatus, orderStatus } from './shown-status.ts';
export { AwaitTransfer, CollapsedTransfer } from './transfer-details.tsx';
export { WhatWasOrdered } from './what-was-ordered.tsx';
