import { markedText } from '#kernel/language.ts';
import type { NotShown } from '../domain/why-not-shown.ts';

export const whyNotShownTexts = {
  cancelled: markedText('This ticket was cancelled.'),
  refunded: markedText('This ticket was refunded.'),
  in_refund: markedText('A refund has been requested for this ticket.'),
  not_paid: markedText('This ticket will be ready once the order is paid in full.'),
  terms_open: markedText('This ticket will be ready once the Terms and Conditions are accepted.'),
  reassigned: markedText('You transferred this ticket to its new holder.'),
  order_open: markedText('This ticket will be ready once its order is complete.'),
} as const satisfies Record<NotShown, string>;
