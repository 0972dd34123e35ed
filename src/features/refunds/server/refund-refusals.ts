import { markedText, type Sentence } from '#kernel/language.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import type { DetailsRefusal } from '../domain/bank-details.ts';
import type { WhyNot } from '../domain/refundable-items.ts';
import { missingDetailsSentence } from '../words/bank-details.ts';
import { CHOOSE_AN_ITEM } from '../words/choose-items.ts';
import type { CancelRefusal } from './cancel-refund.ts';
import type { GiveAccountRefusal } from './give-account.ts';
import type { RequestRefusal } from './request-refund.ts';

const whyNotTexts = {
  in_refund:
    (name) =>
    ({ text }) =>
      text('A refund has already been requested for {name}.', { name }),
  refunded:
    (name) =>
    ({ text }) =>
      text('{name} has already been refunded.', { name }),
  not_refundable:
    (name) =>
    ({ text }) =>
      text('{name} cannot be refunded.', { name }),
  reassigned:
    (name) =>
    ({ text }) =>
      text('{name} was transferred to someone else and cannot be refunded.', { name }),
  not_yet:
    (name) =>
    ({ text }) =>
      text('A refund cannot be requested for {name} yet.', { name }),
  too_late:
    (name) =>
    ({ text }) =>
      text('A refund can no longer be requested for {name}.', { name }),
  not_now:
    (name) =>
    ({ text }) =>
      text('{name} cannot be refunded at the moment.', { name }),
} satisfies Record<WhyNot['kind'], (name: string) => Sentence>;

const detailsRefusals = {
  unknown_country: invalidFields([
    { field: 'bank_country', message: markedText('Please choose the country of the bank.') },
  ]),
  details_missing: ({ missing, addressLines }: Extract<DetailsRefusal, { kind: 'details_missing' }>) =>
    invalidFields([{ field: missing[0]!, message: missingDetailsSentence(missing, { addressLines }) }]),
};

export const requestRefusal = httpRefusals<RequestRefusal>({
  unknown_order: notFound,
  unknown_item: notFound,
  changed_meanwhile: conflict(
    markedText('A ticket in this order was changed in the meantime. Please reopen the order and choose again.'),
  ),
  refunds_are_off: conflict(markedText('Refunds cannot be requested here. Please contact us.')),
  nothing_chosen: invalidFields([{ field: 'tickets', message: CHOOSE_AN_ITEM }]),
  mixed: invalidFields([
    {
      field: 'merchandise',
      message: markedText('Tickets and merchandise cannot be refunded together. Please send two requests.'),
    },
  ]),
  order_not_refundable: conflict(markedText('A refund cannot be requested for this order.')),
  being_paid: conflict(
    markedText(
      'A payment for this order is already in progress. Please try again once it has finished, within half an hour at most.',
    ),
  ),
  item_not_refundable: ({ name, why }) => conflict(whyNotTexts[why](name)),
  not_to_card: invalidFields([
    {
      field: 'way',
      message: markedText('This refund cannot go back to your card. Please enter the details of a bank account.'),
    },
  ]),
  nothing_to_pay_back: conflict(
    markedText('There would be nothing to refund: the fees equal or exceed the amount paid.'),
  ),
  ...detailsRefusals,
});

export const giveAccountRefusal = httpRefusals<GiveAccountRefusal>({
  unknown_refund: notFound,
  not_needed: conflict(markedText('We no longer need a bank account for this refund.')),
  disputed: conflict(
    markedText('A payment for this order is disputed. Until that is decided, its refund cannot go to another account.'),
  ),
  in_file: conflict(
    markedText('Another part of this refund is being paid. A new account can be entered once it has arrived.'),
  ),
  ...detailsRefusals,
});

export const cancelRefusal = httpRefusals<CancelRefusal>({
  unknown_refund: notFound,
  under_way: conflict(markedText('We have started processing this refund, so it can no longer be cancelled.')),
});
