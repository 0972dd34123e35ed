import { laterText, type Sentence } from '#kernel/language.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import type { WhyNot } from '../domain/choose-items.ts';
import { CHOOSE_AN_ITEM } from '../words/choose-items.ts';
import type { CancelRefusal } from './cancel-refund.ts';
import type { RequestRefusal } from './request-refund.ts';

/** Why one item is not given back, in a sentence about it. */
const whyNotTexts = {
  in_refund:
    (name) =>
    ({ text }) =>
      text('A refund for {name} has been requested already.', { name }),
  refunded:
    (name) =>
    ({ text }) =>
      text('{name} has been refunded already.', { name }),
  not_refundable:
    (name) =>
    ({ text }) =>
      text('{name} cannot be refunded.', { name }),
  handed_over:
    (name) =>
    ({ text }) =>
      text('{name} was handed to somebody else and cannot be refunded.', { name }),
  not_yet:
    (name) =>
    ({ text }) =>
      text('A refund for {name} cannot be requested yet.', { name }),
  too_late:
    (name) =>
    ({ text }) =>
      text('A refund for {name} can no longer be requested.', { name }),
  not_now:
    (name) =>
    ({ text }) =>
      text('{name} cannot be refunded now.', { name }),
} satisfies Record<WhyNot['kind'], (name: string) => Sentence>;

/** How a refused request looks on the wire. */
export const requestRefusal = httpRefusals<RequestRefusal>({
  unknown_order: notFound,
  unknown_item: notFound,
  changed_meanwhile: conflict(
    laterText('A ticket of this order was changed in the meantime. Please reopen the order and choose again.'),
  ),
  refunds_are_off: conflict(laterText('Refunds cannot be requested here. Please contact us.')),
  nothing_chosen: invalidFields([{ field: 'tickets', message: CHOOSE_AN_ITEM }]),
  mixed: invalidFields([
    {
      field: 'merchandise',
      message: laterText('Tickets and merchandise cannot be refunded together. Please send two requests.'),
    },
  ]),
  order_not_refundable: conflict(laterText('A refund for this order cannot be requested.')),
  being_paid: conflict(
    laterText(
      'A payment for this order has been started. Please try again when it is finished, in half an hour at most.',
    ),
  ),
  item_not_refundable: ({ name, why }) => conflict(whyNotTexts[why](name)),
  nothing_to_pay_back: conflict(
    laterText('There would be nothing to pay back: the fees are as high as what was paid.'),
  ),
  unknown_country: invalidFields([
    { field: 'bank_country', message: laterText('Please choose the country of the bank.') },
  ]),
  details_missing: ({ missing }) => invalidFields([{ field: missing.fields[0]!, message: missing.message }]),
});

/** How a refused cancelling looks on the wire. */
export const cancelRefusal = httpRefusals<CancelRefusal>({
  unknown_refund: notFound,
  under_way: conflict(laterText('We have begun to work on this refund, so it can no longer be cancelled.')),
});
