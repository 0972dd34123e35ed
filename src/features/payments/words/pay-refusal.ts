import { markedText } from '#kernel/language.ts';
import type { PayRefusal } from '../domain/may-pay.ts';

export const payRefusalTexts = {
  already_paid: markedText('This payment has already been made.'),
  waived: markedText('This instalment was waived. You do not need to pay it any more.'),
  order_is_over: markedText('This order can no longer be paid.'),
  refund_active: markedText(
    'You have an active refund request on this order. Please cancel the refund request if you wish to continue with the payment plan.',
  ),
  refund_under_way: markedText(
    'A refund for this order is being processed, so it cannot be paid right now. Please contact us if you still want to pay.',
  ),
  problem: markedText(
    'The amount we received for this payment does not match what was due. We are looking into it, and you do not need to pay again in the meantime.',
  ),
  on_its_way: markedText('This payment is being processed. Please wait a few minutes before you try again.'),
  too_many_attempts: markedText('Please contact us immediately before making another payment attempt.'),
  no_card_payments: markedText('This payment cannot be made by card.'),
} satisfies Record<PayRefusal['kind'], string>;
