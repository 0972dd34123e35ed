import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';

/** What the operator granted for an item when it was put into the cart; a later change in the catalogue changes no order. */
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

/** Whether `now` lies in a window of the policy: the first moment belongs to it, the last one does not. */
export function isWithin(from: string | null, until: string | null, now: Date): boolean {
  const moment = now.getTime();
  return (from === null || moment >= Date.parse(from)) && (until === null || moment < Date.parse(until));
}
