import { markedText } from '#kernel/language.ts';
import type { RefundStatus } from '../../domain/refund-status.ts';

/** For `translate`, and for staff; customers see the shop's own labels. */
export const refundStatusNames: Readonly<Record<RefundStatus, string>> = {
  active: markedText('Requested'),
  processing: markedText('Being paid out'),
  problem: markedText('Not paid out'),
  processed: markedText('Paid out'),
  cancelled: markedText('Cancelled'),
};
