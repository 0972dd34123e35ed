import { type AttemptStatus, isOpenStatus } from './attempt-status.ts';
import { type PayFacts, type PayRefusal, WARN_FROM_ATTEMPT, whyNotPay } from './may-pay.ts';
import type { Returned } from './returned.ts';

export interface PaymentScreenFacts extends PayFacts {
  /** The status of the newest attempt; null before the first. */
  lastAttempt: AttemptStatus | null;
  /** The browser comes from the payment provider. */
  returned: Returned | null;
  /** The page has already shown that the payment is being processed. */
  hasWaited: boolean;
  isPlan: boolean;
  /** Whether the order's own payment method is a transfer. */
  isByTransfer: boolean;
  maySwitchToTransfer: boolean;
  isOwner: boolean;
}

export type PaymentScreen = (
  | { kind: 'pay' }
  /** The outcome is not known. A payer who did not finish may be able to pay again. */
  | { kind: 'on_its_way'; mayPayAgain: boolean }
  /** The money arrived while the page was open, or just before. */
  | { kind: 'arrived' }
  /** The order waits for a transfer; it may be possible to pay by card too. */
  | { kind: 'await_transfer'; offersCard: boolean }
  | { kind: 'refused'; why: PayRefusal['kind'] }
) & {
  /** Whether the page may offer a transfer for this instalment, if the shop takes transfers. */
  offersTransfer: boolean;
  /** Whether the order may be switched from card to transfer, because its card payments failed. */
  offersSwitch: boolean;
  /** Where the page's link leads. Null if there is still something to do here, or only the operator can help. */
  onward: 'order' | 'shop' | null;
};

export function paymentScreenOf(facts: PaymentScreenFacts): PaymentScreen {
  const { returned, lastAttempt, isPlan, isByTransfer, isOwner } = facts;
  const why = whyNotPay(facts)?.kind ?? null;
  const couldBePaid = why === null || why === 'too_many_attempts';
  const isOpen = lastAttempt !== null && isOpenStatus(lastAttempt);
  const isOnlyCardRefused = why === 'no_card_payments' || why === 'too_many_attempts';
  const hasTrouble = isOnlyCardRefused || (why === null && facts.attempts >= WARN_FROM_ATTEMPT);
  // Once the last attempt is used up, only the operator can help, unless a transfer is awaited.
  const isStuck = why === 'too_many_attempts' && !isByTransfer;
  // After a waiver the order shows what is left to pay; its buyer may have to log in first.
  const opensOrder = why === 'waived' || isOwner;
  const onward = isStuck ? null : opensOrder ? 'order' : 'shop';
  const none = { offersTransfer: false, offersSwitch: false, onward } as const;
  const other = { offersTransfer: isPlan, offersSwitch: facts.maySwitchToTransfer && hasTrouble };

  if (returned === 'payment' && couldBePaid && isOpen)
    return { kind: 'on_its_way', mayPayAgain: why === null, ...none };
  // Later instalments can be paid either way, whatever the order's method.
  const isLaterInstalment = isPlan && facts.orderStatus === 'partial';
  if (isByTransfer && !isLaterInstalment && (why === null || isOnlyCardRefused)) {
    return { kind: 'await_transfer', offersCard: why === null, ...none };
  }
  if (why === null) return { kind: 'pay', ...other, onward: null };
  if (why === 'on_its_way') return { kind: 'on_its_way', mayPayAgain: false, ...none };
  if (why === 'already_paid' && (returned === 'payment' || facts.hasWaited)) return { kind: 'arrived', ...none };
  if (!isOnlyCardRefused) return { kind: 'refused', why, ...none };
  return { kind: 'refused', why, ...other, onward };
}
