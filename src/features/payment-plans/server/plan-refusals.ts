import type { DayRefusal } from '#features/orders/domain/due-day.ts';
import { dayMessage } from '#features/orders/server/public.ts';
import type { AmountLimits } from '#features/shop-config/domain/typed-amount.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { amountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { type Language, markedText, type Sentence } from '#kernel/language.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import type { CloseInstalmentsRefusal } from './close-instalment-payments.ts';
import type { PlanRefusal } from './locked-plan.ts';
import type { MoveInstalmentRefusal } from './move-instalment.ts';
import type { SplitInstalmentRefusal } from './split-instalment.ts';
import type { UndoChangeRefusal } from './undo-plan-change.ts';
import type { WaiveRefusal } from './waive-instalments.ts';

const field = (name: string, message: Sentence) => invalidFields([{ field: name, message }]);

const planMessages = {
  unknown_instalment: notFound,
  no_plan: conflict(markedText('This order has no payment plan.')),
  not_begun: conflict(markedText('This plan has not begun: its first payment has not arrived.')),
  not_under_way: conflict(markedText('This plan is no longer open: the order is paid, has ended or has a problem.')),
  has_refunds: conflict(markedText('This order has a refund. Decide that first.')),
  paid_already: conflict(markedText('There is nothing left to pay for this instalment.')),
  on_its_way: conflict(markedText('Money for this instalment is on its way. Try again once it has arrived or failed.')),
  instalment_problem: conflict(markedText('This instalment has a payment problem. Settle that first.')),
  being_paid: conflict(
    markedText('The customer’s payment page for this instalment is still open and cannot be closed. Try again later.'),
  ),
};

const outsideLimits = (limits: AmountLimits, shop: Shop['public']) => (language: Language) =>
  amountSentence(language, { ...limits, kind: 'outside' }, shop);

export const planRefusal = httpRefusals<PlanRefusal>(planMessages);

export const moveRefusal = (shop: Shop['public']) => {
  const day = (refusal: DayRefusal) => field('day', dayMessage(refusal, shop));
  return httpRefusals<MoveInstalmentRefusal>({
    ...planMessages,
    no_day: day,
    day_passed: day,
    day_too_far: day,
    not_before: day,
    not_after: day,
    same_day: field('day', markedText('It is already due on this day.')),
  });
};

export const splitRefusal = (shop: Shop['public']) =>
  httpRefusals<SplitInstalmentRefusal>({
    ...planMessages,
    amount_not_between: (limits) => field('amount', outsideLimits(limits, shop)),
    day: ({ of, why }) => field(`${of}_day`, dayMessage(why, shop)),
  });

export const waiveRefusal = (shop: Shop['public']) =>
  httpRefusals<WaiveRefusal>({
    ...planMessages,
    more_than_open: ({ open }) => field('amount', outsideLimits({ minimum: 1, maximum: open }, shop)),
    nothing_open: planMessages.paid_already,
    no_reason: field('reason', markedText('Please enter a reason.')),
  });

export const undoChangeRefusal = httpRefusals<UndoChangeRefusal>({
  ...planMessages,
  not_the_last: conflict(markedText('The plan has since been changed again, so only that change can be undone.')),
  paid_since: conflict(
    markedText('Money has since arrived for this instalment, so the change can no longer be undone.'),
  ),
  instalment_in_use: conflict(
    markedText('The customer has begun to pay the new instalment, so the split can no longer be undone.'),
  ),
});

export const closeRefusal = httpRefusals<CloseInstalmentsRefusal>({
  gateway_down: conflict(markedText('The payment provider is not responding. Please try again in a few minutes.')),
});
