import type { SendBackRefusal } from '#features/refunds/server/public.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import type { AssignRefusal } from './assign-receipt.ts';
import type { CancelOrderRefusal } from './cancel-order.ts';
import type { KeepRefusal } from './keep-receipt.ts';
import type { ResetRefusal } from './reset-attempts.ts';
import type { ReturnRefusal } from './return-owed.ts';
import type { SettleProblemRefusal } from './settle-problem.ts';
import type { SettleRefusal } from './settle-receipt.ts';

const field = (name: string, message: string) => invalidFields([{ field: name, message }]);

export const fieldNeeded = {
  transaction: field('transaction', markedText('Please enter the bank’s number of the transfer.')),
  amount: field('amount', markedText('Please enter an amount above 0.')),
  day: field('day', markedText('Please enter a day that is not in the future.')),
  reference: field('reference', markedText('Please enter an order’s code or a payment’s reference.')),
  note: field('note', markedText('Please write how it was dealt with.')),
  reason: field('reason', markedText('Please enter a reason.')),
  to: field('to', markedText('Please choose an order.')),
};

const UNKNOWN_RECEIPT = { status: 404 as const, message: markedText('There is no such receipt.') };
const UNKNOWN_ORDER = field('to', markedText('There is no such order or payment.'));
const ON_ITS_WAY = conflict(markedText('This money is already on its way back to its card.'));
const NOT_WAITING = conflict(markedText('This money no longer waits: it counts for an order or was settled before.'));
const NOTHING_LEFT = conflict(markedText('Nothing of this money waits any more.'));

export const assignRefusal = httpRefusals<AssignRefusal>({
  unknown_receipt: UNKNOWN_RECEIPT,
  unknown_order: UNKNOWN_ORDER,
  nothing_in_suspense: NOTHING_LEFT,
  on_its_way_back: ON_ITS_WAY,
  other_currency: ({ currency }) =>
    conflict(({ text }: Language) =>
      text('This money is in {currency}. Only the shop’s own currency can count for an order.', { currency }),
    ),
  paid_already: ({ code }) =>
    invalidFields([
      { field: 'to', message: ({ text }) => text('What you named in {order} is already paid.', { order: code }) },
    ]),
  cannot_be_served: ({ code }) =>
    invalidFields([
      {
        field: 'to',
        message: ({ text }) =>
          text('{order} has ended and cannot be revived with this money: its stock is gone, or it is too little.', {
            order: code,
          }),
      },
    ]),
});

export const sendBackRefusal = httpRefusals<SendBackRefusal>({
  unknown_receipt: UNKNOWN_RECEIPT,
  not_by_card: conflict(
    markedText('This money did not come by card. Send it back from the bank and then note it as sent back.'),
  ),
  not_waiting: NOT_WAITING,
  nothing_in_suspense: NOTHING_LEFT,
  other_currency: conflict(
    markedText('This money is in another currency. Send it back on the payment provider’s page, then note it.'),
  ),
  on_its_way: ON_ITS_WAY,
  disputed: conflict(markedText('This payment is disputed, so its bank may take the money anyway.')),
  gateway_cannot: conflict(
    markedText('The payment provider cannot send this money back. Return it in another way, then note it.'),
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
  stays_anyway: conflict(markedText('This money does not go back by itself.')),
});

export const bookedBefore = ({ id, said }: { readonly id: number; readonly said: string }) =>
  invalidFields([
    {
      field: 'transaction',
      message: ({ text }) =>
        text('This transfer is booked already, as receipt {receipt} for “{said}”.', { receipt: id, said }),
    },
  ]);

export const settleProblemRefusal = httpRefusals<SettleProblemRefusal>({
  unknown_order: UNKNOWN_ORDER,
  no_problem: conflict(markedText('This order has no problem any more.')),
  money_says: conflict(
    markedText('Its money says otherwise. Record or assign what is missing first, then choose what fits.'),
  ),
  open_dispute: conflict(
    markedText('Its payment is disputed. Until the dispute is decided, the order can only be cancelled.'),
  ),
  stock_gone: conflict(markedText('Its places are gone, so it cannot be valid again.')),
  has_refunds: conflict(markedText('It has refunds, so it cannot be cancelled.')),
});

export const returnOwedRefusal = httpRefusals<ReturnRefusal>({
  unknown_order: UNKNOWN_ORDER,
  not_over: conflict(markedText('This order has not ended. Return its money with a refund.')),
  more_than_owed: field('amount', markedText('That is more than is owed.')),
  booked_before: field('transaction', markedText('This transfer is booked already for this order.')),
});

export const cancelRefusal = httpRefusals<CancelOrderRefusal>({
  unknown_order: notFound,
  not_from_here: conflict(markedText('Only an order that is not paid can be cancelled. Refund it instead.')),
  has_refunds: conflict(markedText('This order has a refund. Decide that first.')),
  still_payable: conflict(
    markedText('Its payment page is still open and cannot be closed. Try again once it has ended.'),
  ),
  gateway_down: conflict(markedText('The payment provider does not answer. Please try again in a few minutes.')),
});

export const resetRefusal = httpRefusals<ResetRefusal>({
  unknown_reference: notFound,
  paid_already: conflict(markedText('This payment is paid already.')),
});
