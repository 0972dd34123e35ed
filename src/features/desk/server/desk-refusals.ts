import type { DayRefusal } from '#features/orders/domain/due-day.ts';
import { dayMessage } from '#features/orders/server/public.ts';
import type { GiveUpRefusal } from '#features/payments/server/public.ts';
import type { SendBackRefusal } from '#features/refunds/server/public.ts';
import { amountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { type DateSettings, formatDate } from '#kernel/dates.ts';
import { type Language, markedText, type Sentence } from '#kernel/language.ts';
import type { MoneySettings } from '#kernel/money.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import type { ArrivalRefusal } from '../domain/day-of-arrival.ts';
import type { AssignRefusal } from './assign-receipt.ts';
import type { CancelOrderRefusal } from './cancel-order.ts';
import type { KeepRefusal } from './keep-receipt.ts';
import type { MoveDueDateRefusal } from './move-due-date.ts';
import type { ResetRefusal } from './reset-attempts.ts';
import type { ReturnRefusal } from './return-owed.ts';
import type { ReviveRefusal } from './revive-ended.ts';
import type { SettleProblemRefusal } from './settle-problem.ts';
import type { SettleRefusal } from './settle-receipt.ts';
import type { UndoRefusal } from './undo-transfer.ts';

const field = (name: string, message: Sentence) => invalidFields([{ field: name, message }]);

export const fieldNeeded = {
  transaction: field('transaction', markedText('Please enter the bank’s transaction number.')),
  amount: field('amount', markedText('Please enter an amount above 0.')),
  day: field('day', markedText('Please enter a day that is not in the future.')),
  reference: field('reference', markedText('Please enter an order code or a payment reference.')),
  note: field('note', markedText('Please write how it was dealt with.')),
  found: field('note', markedText('Please write what you found.')),
  reason: field('reason', markedText('Please enter a reason.')),
  to: field('to', markedText('Please choose an order.')),
};

export const arrivalRefusal = httpRefusals<ArrivalRefusal>({
  in_future: fieldNeeded.day,
  before_order: field(
    'day',
    markedText('The order was placed after this day. Check the day, or confirm that the money came first.'),
  ),
  too_long_ago: field('day', markedText('This day is more than two years ago. Please check the day.')),
});

const UNKNOWN_RECEIPT = { status: 404 as const, message: markedText('There is no such receipt.') };
const UNKNOWN_ORDER = field('to', markedText('There is no such order or payment.'));
const ON_ITS_WAY = conflict(markedText('This money is already on its way back to the card.'));
const NOT_WAITING = conflict(
  markedText('This money has already been dealt with: it was booked to an order or settled.'),
);
const NOTHING_LEFT = conflict(markedText('All of this money has already been dealt with.'));

export const endChargeRefusal = httpRefusals<GiveUpRefusal>({
  unknown_charge: { status: 404, message: markedText('There is no such charge.') },
  ended_before: conflict(markedText('This charge has ended.')),
  still_repeated: conflict(markedText('The shop is still checking this charge with the provider. Try again tomorrow.')),
});

export const assignRefusal = httpRefusals<AssignRefusal>({
  unknown_receipt: UNKNOWN_RECEIPT,
  unknown_order: UNKNOWN_ORDER,
  nothing_in_suspense: NOTHING_LEFT,
  on_its_way_back: ON_ITS_WAY,
  other_currency: ({ currency }) =>
    conflict(({ text }: Language) =>
      text('This money is in {currency}. Only money in the shop’s own currency can be booked to an order.', {
        currency,
      }),
    ),
  paid_already: ({ code }) =>
    invalidFields([
      {
        field: 'to',
        message: ({ text }) => text('The payment you named in {order} has already been made.', { order: code }),
      },
    ]),
  cannot_be_served: ({ code }) =>
    invalidFields([
      {
        field: 'to',
        message: ({ text }) =>
          text(
            '{order} is no longer valid and cannot be revived with this money: its items are sold out, or the amount is too small.',
            {
              order: code,
            },
          ),
      },
    ]),
});

export const sendBackRefusal = httpRefusals<SendBackRefusal>({
  unknown_receipt: UNKNOWN_RECEIPT,
  not_by_card: conflict(
    markedText('This money did not come by card. Send it back by bank transfer, then record that.'),
  ),
  not_waiting: NOT_WAITING,
  nothing_in_suspense: NOTHING_LEFT,
  other_currency: conflict(
    markedText(
      'This money is in a different currency. Send it back on the payment provider’s website, then record that.',
    ),
  ),
  on_its_way: ON_ITS_WAY,
  disputed: conflict(markedText('This payment is disputed, so the cardholder’s bank may take the money anyway.')),
  gateway_cannot: conflict(
    markedText('The payment provider cannot send this money back. Send it back another way, then record that.'),
  ),
});

export const settleRefusal = httpRefusals<SettleRefusal>({
  unknown_receipt: UNKNOWN_RECEIPT,
  not_waiting: NOT_WAITING,
  nothing_in_suspense: NOTHING_LEFT,
  on_its_way_back: ON_ITS_WAY,
});

export const keepRefusal = httpRefusals<KeepRefusal>({
  unknown_receipt: UNKNOWN_RECEIPT,
  on_its_way_back: ON_ITS_WAY,
  stays_anyway: conflict(markedText('This money is not due to be sent back automatically.')),
});

export const bookedBefore = ({ id, words }: { readonly id: number; readonly words: string }) =>
  invalidFields([
    {
      field: 'transaction',
      message: ({ text }) =>
        text('This transfer has already been booked, as receipt {receipt} for “{words}”.', { receipt: id, words }),
    },
  ]);

export const undoRefusal = httpRefusals<UndoRefusal>({
  unknown_receipt: UNKNOWN_RECEIPT,
  not_a_transfer: conflict(
    markedText('Only a bank transfer can be undone. Card money goes back through its provider.'),
  ),
  undone_before: conflict(markedText('This payment has already been undone.')),
  dealt_with: conflict(
    markedText(
      'This money has since been booked to another order, sent back or removed from the list, so it can no longer be undone.',
    ),
  ),
  from_earlier_version: conflict(
    markedText('This payment was recorded before payments could be undone. Book it as charged back instead.'),
  ),
  order_ended: conflict(
    markedText('The order has since been cancelled. Its money is owed to the customer: record that it was sent back.'),
  ),
  order_problem: conflict(markedText('The order has a payment problem. Settle that first.')),
  has_refunds: conflict(markedText('The order has a refund, so its payments can no longer be undone.')),
  has_later_money: conflict(markedText('Other money has since arrived for this order. Undo the latest payment first.')),
  tickets_changed: conflict(
    markedText(
      'A ticket of this order has since been given to somebody else or moved to another departure, so the payment can no longer be undone.',
    ),
  ),
});

export const settleProblemRefusal = httpRefusals<SettleProblemRefusal>({
  unknown_order: UNKNOWN_ORDER,
  no_problem: conflict(markedText('This order no longer has a problem.')),
  money_differs: conflict(
    markedText(
      'The money received does not match this choice. Record or assign what is missing first, then choose again.',
    ),
  ),
  open_dispute: conflict(
    markedText('The payment is disputed. Until the dispute is decided, the order can only be cancelled.'),
  ),
  stock_gone: conflict(markedText('Its places are no longer available, so the order cannot be reinstated.')),
  has_refunds: conflict(markedText('It has refunds, so it cannot be cancelled.')),
});

export const returnOwedRefusal = (shop: MoneySettings) =>
  httpRefusals<ReturnRefusal>({
    unknown_order: UNKNOWN_ORDER,
    not_over: conflict(markedText('This order is still valid. To send its money back, create a refund.')),
    amount_not_between: (limits) =>
      field('amount', (language: Language) => amountSentence(language, { ...limits, kind: 'outside' }, shop)),
    booked_before: field('transaction', markedText('This transfer has already been booked to this order.')),
  });

export const cancelRefusal = httpRefusals<CancelOrderRefusal>({
  unknown_order: notFound,
  wrong_status: conflict(markedText('Only an order that is not paid can be cancelled. Refund it instead.')),
  has_refunds: conflict(markedText('This order has a refund. Decide that first.')),
  still_payable: conflict(
    markedText('The payment page of this order is still open and cannot be closed. Try again once it has expired.'),
  ),
  gateway_down: conflict(markedText('The payment provider is not responding. Please try again in a few minutes.')),
});

export const moveDueDateRefusal = (shop: DateSettings) => {
  const day = (refusal: DayRefusal) => field('day', dayMessage(refusal, shop));
  return httpRefusals<MoveDueDateRefusal>({
    unknown_order: notFound,
    not_waiting: conflict(markedText('This order no longer waits for its first payment.')),
    not_by_transfer: conflict(markedText('Only a payment by bank transfer has a due date that can be moved.')),
    on_its_way: conflict(
      markedText('A payment for this order is on its way. Try again once it has arrived or failed.'),
    ),
    has_refunds: conflict(markedText('This order has a refund. Decide that first.')),
    no_day: day,
    day_passed: day,
    day_too_far: day,
    not_before: day,
    not_after: day,
    after_end: ({ day: end }) =>
      field('day', ({ text }: Language) =>
        text('The event ends or the coach leaves on {day}. Please choose that day or an earlier one.', {
          day: formatDate(end, shop),
        }),
      ),
    same_day: field('day', markedText('It is already due on this day.')),
  });
};

export const reviveRefusal = httpRefusals<ReviveRefusal>({
  unknown_order: notFound,
  not_ended: conflict(markedText('This order has not ended.')),
  has_refunds: conflict(
    markedText('Money for this order was sent back, or is about to be. Place a new order instead.'),
  ),
  is_over: conflict(markedText('The event is over or the coach has left, so the order can no longer be revived.')),
  stock_gone: ({ hasVoucher }) =>
    conflict(
      hasVoucher
        ? markedText('The items or the voucher of this order are no longer available, so it cannot be revived.')
        : markedText('The items of this order are no longer available, so it cannot be revived.'),
    ),
});

export const resetRefusal = httpRefusals<ResetRefusal>({
  unknown_reference: notFound,
  paid_already: conflict(markedText('This payment has already been made.')),
});
