import { type AttemptStatus, attemptIsOpen } from './attempt-status.ts';
import { type PayFacts, type PayRefusal, whyNotPay } from './may-pay.ts';
import type { Returned } from './returned.ts';

export interface PaymentScreenFacts extends PayFacts {
  /** The newest attempt's; null before the first. */
  lastAttempt: AttemptStatus | null;
  /** The browser comes from the payment provider. */
  returned: Returned | null;
  /** The page has already shown that the payment is being processed. */
  hasWaited: boolean;
  isPlan: boolean;
  isOwner: boolean;
}

export type PaymentScreen = (
  | { kind: 'pay' }
  /** The outcome is not known. A payer who did not finish may be able to pay again. */
  | { kind: 'on_its_way'; mayPayAgain: boolean }
  /** While the page was open, or just before. */
  | { kind: 'arrived' }
  | { kind: 'refused'; why: PayRefusal['kind'] }
) & {
  /** Whether the shop takes transfers for this instalment. */
  offersTransfer: boolean;
  linksToOrder: boolean;
};

export function paymentScreenOf(facts: PaymentScreenFacts): PaymentScreen {
  const { returned, lastAttempt, isPlan, isOwner } = facts;
  const why = whyNotPay(facts)?.kind ?? null;
  const couldBePaid = why === null || why === 'too_many_attempts';
  const isOpen = lastAttempt !== null && attemptIsOpen(lastAttempt);
  // Once the last attempt is used up, only the operator can help.
  const linksToOrder = isOwner && why !== 'too_many_attempts';

  if (returned === 'payment' && couldBePaid && isOpen)
    return { kind: 'on_its_way', mayPayAgain: why === null, offersTransfer: false, linksToOrder };
  if (why === null) return { kind: 'pay', offersTransfer: isPlan, linksToOrder: false };
  if (why === 'on_its_way') return { kind: 'on_its_way', mayPayAgain: false, offersTransfer: false, linksToOrder };
  if (why === 'already_paid' && (returned === 'payment' || facts.hasWaited))
    return { kind: 'arrived', offersTransfer: false, linksToOrder };
  const isOnlyTheCard = why === 'no_card_payments' || why === 'too_many_attempts';
  return { kind: 'refused', why, offersTransfer: isPlan && isOnlyTheCard, linksToOrder };
}
