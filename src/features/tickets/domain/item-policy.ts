import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';

/** The operator's terms for an item when it was added to the cart; later catalogue changes affect no order. */
export type ItemPolicy = Pick<
  FrozenItem,
  | 'isRefundable'
  | 'allowRefundRequestsFrom'
  | 'allowRefundRequestsUntil'
  | 'refundFee'
  | 'allowNameChanges'
  | 'allowNameChangesUntil'
  | 'nameChangeLimit'
  | 'allowEmailChanges'
  | 'allowTravelTimeChangesUntil'
  | 'travelTimeType'
>;

/** Includes the window's first moment but not its last. */
export function isWithin(from: string | null, until: string | null, now: Date): boolean {
  const moment = now.getTime();
  return (from === null || moment >= Date.parse(from)) && (until === null || moment < Date.parse(until));
}
