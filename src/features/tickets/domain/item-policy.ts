import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';

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

/** Facts of the item's order that limit what can be done with the item. */
export interface ItemOrder {
  readonly paymentStatus: OrderStatus;
  readonly isTermsAccepted: boolean;
}
