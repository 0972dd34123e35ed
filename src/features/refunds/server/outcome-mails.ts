import type { OrderRow } from '#features/orders/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { payableTotal } from '../domain/refund-status.ts';
import { withLines } from './refund-lines-store.ts';
import { type MailedRefund, type RefundMailParts, sendRefundMail } from './refund-mail.ts';
import type { RefundRow } from './refund-store.ts';

/** Announces a refund by the operator, with the reason. */
export const mailRefundMade = (
  tx: Tx,
  parts: RefundMailParts,
  refund: MailedRefund & { readonly reason: string },
  order: OrderRow,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const amount = money(parts, refund.total);
  return sendRefundMail(tx, parts, refund, order, 'made', now, {
    ...(refund.total > 0
      ? {
          subject: text('Your refund {code}', { code: refund.code }),
          preheader: text('{amount}, order {code}', { amount, code: order.code }),
          title: text('We are refunding your order'),
        }
      : {
          subject: text('Items in your order {code} were cancelled', { code: order.code }),
          preheader: text('The items below are no longer valid.'),
          title: text('We have cancelled some items'),
        }),
    before: [
      {
        kind: 'paragraph',
        text:
          refund.total > 0
            ? textNodes('We are refunding {amount} for your order {code}.', {
                amount: { strong: amount },
                code: { strong: order.code },
              })
            : textNodes('We have cancelled some of the items in your order {code}.', { code: { strong: order.code } }),
      },
      { kind: 'paragraph', text: refund.reason },
      { kind: 'paragraph', text: text('The items below are no longer valid.') },
      ...(refund.total > 0
        ? [
            {
              kind: 'paragraph' as const,
              text: refund.toCard
                ? text(
                    'You do not need to do anything: the money will go back to the card you paid with. We will email you once it has been sent.',
                  )
                : text(
                    'You do not need to do anything. We will email you once the money has been sent, or earlier if we need your bank details.',
                  ),
            },
          ]
        : []),
    ],
    account: null,
  });
};

/** Says that the request is cancelled and the items are valid again. */
export const mailRefundCancelled = async (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return sendRefundMail(tx, parts, await withLines(tx, refund), order, 'cancelled', now, {
    subject: text('Your refund request {code} was cancelled', { code: refund.code }),
    preheader: text('Everything is back to how it was'),
    title: text('Your refund request was cancelled'),
    before: [
      {
        kind: 'paragraph',
        text: textNodes(
          'The refund request for your order {code} was cancelled, and nothing will be refunded. Any tickets in it are valid again with the same codes, and we have erased your bank details.',
          { code: { strong: order.code } },
        ),
      },
    ],
    ...requestedAmounts(parts, refund),
    account: null,
  });
};

/** Gives the operator's reason for refusing a request, and explains that the items are valid again. */
export const mailRefundRefused = async (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return sendRefundMail(tx, parts, await withLines(tx, refund), order, 'refused', now, {
    subject: text('We could not accept your refund request {code}', { code: refund.code }),
    preheader: text('Everything is back to how it was'),
    title: text('We could not accept your refund request'),
    before: [
      {
        kind: 'paragraph',
        text: textNodes('We have reviewed the refund request for your order {code} and could not accept it.', {
          code: { strong: order.code },
        }),
      },
      { kind: 'paragraph', text: refund.reason },
      {
        kind: 'paragraph',
        text: text(
          'Nothing will be refunded. Any tickets in it are valid again with the same codes, and we have erased your bank details.',
        ),
      },
      {
        kind: 'paragraph',
        text: textNodes('Questions? Write to {email}.', {
          email: { link: parts.shop.public.operator.email, url: `mailto:${parts.shop.public.operator.email}` },
        }),
      },
    ],
    ...requestedAmounts(parts, refund),
    account: null,
  });
};

/** The amounts of a request that pays nothing. */
const requestedAmounts = (parts: RefundMailParts, refund: RefundRow) => {
  const { text } = languageOfShop(parts.shop.public);
  return {
    heading: text('Requested items'),
    totals: [
      { label: text('Requested'), amount: money(parts, refund.total) },
      { label: text('No refund due'), amount: money(parts, payableTotal(refund)), isTotal: true },
    ],
  };
};

/** Tells the customer that the refund has been paid. `timesPaid` is 2 if the first payment came back. */
export const mailRefundDone = async (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  timesPaid: number,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return sendRefundMail(tx, parts, await withLines(tx, refund), order, 'processed', now, {
    subject: text('Your refund {code} has been paid', { code: refund.code }),
    preheader: refund.toCard
      ? text('{amount} is on its way to your card', { amount: money(parts, refund.total) })
      : text('{amount} is on its way to your account', { amount: money(parts, refund.total) }),
    keyNumber: timesPaid,
    title: text('Your refund has been paid'),
    before: [
      {
        kind: 'paragraph',
        text: refund.toCard
          ? textNodes(
              'We have refunded {amount} for your order {code}. It can take 5 to 10 working days until your bank shows it.',
              { amount: { strong: money(parts, refund.total) }, code: { strong: order.code } },
            )
          : textNodes(
              'We have refunded {amount} for your order {code}. It can take a few working days to reach your account.',
              { amount: { strong: money(parts, refund.total) }, code: { strong: order.code } },
            ),
      },
    ],
    account: (account) =>
      refund.toCard
        ? textNodes('The amount that could not go back to the card was paid to account {account}.', { account })
        : textNodes('It was paid to account {account}.', { account }),
  });
};

const money = ({ shop }: RefundMailParts, amount: number): string => formatMoney(amount, shop.public);
