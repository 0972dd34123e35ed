import { paymentStatusNames } from '#features/orders/words/staff/status-names.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import { refundStatusNames } from '#features/refunds/words/staff/status-names.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import { itemStatusNames } from '#features/tickets/words/staff/status-names.ts';
import { type Language, markedText } from '#kernel/language.ts';

/* The words of the lists, on the screen and in exports. */

/** Texts for `translate`. */
export const methodNames = {
  credit_card: markedText('Card'),
  bank_transfer: markedText('Bank transfer'),
  voucher: markedText('Voucher'),
} as const;

/** How money came in. `source` is `bank` or a gateway's key in the configuration. */
export const sourceText = ({ text }: Language, source: string): string =>
  source === 'bank' ? text('Bank') : providerName(source);

export const refundWayText = ({ text }: Language, { toCard }: { readonly toCard: boolean }): string =>
  toCard ? text('To the card') : text('By bank transfer');

export const refundStateText = ({ text, translate }: Language, status: RefundStatus, isRefused: boolean): string =>
  isRefused ? text('Declined') : translate(refundStatusNames[status]);

/** `isPending` if not everything is paid. */
export const ticketStateText = ({ text, translate }: Language, status: ItemStatus, isPending: boolean): string =>
  isPending && status === 'active' ? text('Not paid in full') : translate(itemStatusNames[status]);

export const instalmentStateText = (
  { text, translate }: Language,
  status: keyof typeof paymentStatusNames,
  isOverdue: boolean,
): string => (isOverdue ? text('Overdue') : translate(paymentStatusNames[status]));
