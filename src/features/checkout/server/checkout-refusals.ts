import { PLAN_TOO_LATE } from '#features/payment-plans/words/plan-too-late.ts';
import { GATEWAY_DOWN } from '#features/payments/server/public.ts';
import { payRefusalTexts } from '#features/payments/words/pay-refusal.ts';
import { startRefusalSentence } from '#features/payments/words/start-refusal.ts';
import { acceptRefusalTexts } from '#features/terms/words/accept-refusal.ts';
import { INVALID_VOUCHER, NO_VOUCHER_WITH_PLAN } from '#features/vouchers/words/voucher-refusal.ts';
import { markedText, type Sentence } from '#kernel/language.ts';
import { inWords } from '#kernel/problem.ts';
import { busy, conflict, httpRefusals, invalidFields, loginNeeded, notFound } from '#platform/http/refusal.ts';
import { checkoutSentence, TRANSFER_TOO_LATE, TRANSFERS_FULL } from '../words/checkout-problems.ts';
import type { CheckoutRefusal, PlacingProblem } from './plan-order.ts';
import type { SwitchToTransferRefusal } from './switch-to-transfer.ts';

export function placingSentence(problem: PlacingProblem): Sentence {
  switch (problem.kind) {
    case 'other_method':
      return markedText('Please choose another payment method.');
    case 'transfer_too_late':
      return TRANSFER_TOO_LATE;
    case 'transfers_full':
      return TRANSFERS_FULL;
    case 'card_refused':
      return startRefusalSentence(problem.refusal, problem.shop);
    default:
      return checkoutSentence(problem);
  }
}

export const checkoutRefusal = httpRefusals<CheckoutRefusal | { kind: 'overloaded' }>({
  unknown_customer: loginNeeded,
  overloaded: busy(2),
  unknown_cart: { status: 404, message: markedText('We could not find your cart.') },
  cart_expired: { status: 410, message: markedText('Your cart has expired.') },
  empty_cart: conflict(markedText('Your cart is empty.')),
  terms_changed: conflict(acceptRefusalTexts.terms_changed),
  shop_inactive: conflict(markedText('The shop is closed at the moment.')),
  too_much_unpaid: conflict(
    markedText('You have orders awaiting payment. Please complete your payments before placing another order.'),
  ),
  item_over: ({ product, isJourney }) =>
    conflict(({ text }) =>
      isJourney
        ? text('{product} has already departed. Please remove it from your cart.', { product })
        : text('The event for {product} is over. Please remove it from your cart.', { product }),
    ),
  plan_too_late: conflict(PLAN_TOO_LATE),
  voucher_with_plan: invalidFields([{ field: 'voucher_code', message: NO_VOUCHER_WITH_PLAN }]),
  invalid_voucher: invalidFields([{ field: 'voucher_code', message: INVALID_VOUCHER }]),
  invalid_fields: ({ problems }) => invalidFields(inWords(problems, placingSentence)),
});

export const switchRefusal = httpRefusals<SwitchToTransferRefusal>({
  unknown: notFound,
  // Not 503, because clients retry that automatically.
  gateway_down: conflict(GATEWAY_DOWN),
  not_open: conflict(markedText('This order can no longer be changed to bank transfer.')),
  on_its_way: conflict(payRefusalTexts.on_its_way),
  no_transfers: conflict(markedText('This order cannot be paid by bank transfer.')),
  transfer_too_late: conflict(TRANSFER_TOO_LATE),
  transfers_full: conflict(TRANSFERS_FULL),
});
