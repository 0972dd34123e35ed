/**
 * What the operator granted for an item when it was put into the cart. It is frozen into the cart line and then the order
 * line (`frozen`), so that a later change in the catalogue changes no order (decision 7). Instants are ISO 8601 in UTC.
 */
export interface ItemPolicy {
  readonly isRefundable: boolean;
  /** Null: from the start. */
  readonly allowRefundRequestsFrom: string | null;
  /** Null: without an end. */
  readonly allowRefundRequestsUntil: string | null;
  /** Minor units kept from a refund. */
  readonly refundFee: number;
  readonly allowNameChanges: boolean;
  readonly allowNameChangesUntil: string | null;
  /** Null: unlimited. */
  readonly nameChangeLimit: number | null;
  readonly allowEmailChanges: boolean;
  /** Null: until departure. */
  readonly allowTravelTimeChangesUntil: string | null;
  readonly travelTimeType: 'fixed' | 'selectable' | null;
}

/** Whether `now` lies in a window of the policy: the first moment belongs to it, the last one does not. */
export function isWithin(from: string | null, until: string | null, now: Date): boolean {
  const moment = now.getTime();
  return (from === null || moment >= Date.parse(from)) && (until === null || moment < Date.parse(until));
}
