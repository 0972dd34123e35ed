import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { ItemStatus } from './item-status.ts';
import { type NotAdmitted, whyNotAdmitted } from './may-be-admitted.ts';

/** `order_open`: the order belongs to somebody else, so the reason is not named. */
export type NotShown = NotAdmitted | 'reassigned' | 'order_open';

/** Returns why a ticket is neither shown nor downloaded; null if it can be. */
export function whyNotShown(
  ticket: {
    readonly status: ItemStatus;
    readonly pending: boolean;
    readonly reassigned: boolean;
    readonly allow_download: boolean;
  },
  order: { readonly payment_status: OrderStatus; readonly accepted_ts_and_cs: boolean },
): NotShown | null {
  if (ticket.allow_download) return null;
  if (ticket.reassigned) return 'reassigned';
  return (
    whyNotAdmitted(
      { status: ticket.status, isPending: ticket.pending },
      { paymentStatus: order.payment_status, isTermsAccepted: order.accepted_ts_and_cs },
    ) ?? 'order_open'
  );
}
