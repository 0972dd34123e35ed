import type { OrderRow } from '#features/orders/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { type MailedRefund, type RefundMailParts, sendRefundMail } from './refund-mail.ts';

/** Confirms a refund request, with its total, and explains that it can still be cancelled. */
export const mailRefundRequested = (
  tx: Tx,
  parts: RefundMailParts,
  refund: MailedRefund,
  order: OrderRow,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return sendRefundMail(tx, parts, refund, order, 'requested', now, {
    subject: text('We have received your refund request {code}', { code: refund.code }),
    preheader: text('{amount}, order {code}', {
      amount: formatMoney(refund.total, parts.shop.public),
      code: order.code,
    }),
    title: text('We have received your refund request'),
    before: [
      {
        kind: 'paragraph',
        text: textNodes('You requested a refund for your order {code}. We will review your request.', {
          code: { strong: order.code },
        }),
      },
      {
        kind: 'paragraph',
        text: text(
          'The items in your request can no longer be used or changed. You can cancel the request on its page until we start processing it. Everything then goes back to how it was.',
        ),
      },
    ],
    account: (account) =>
      refund.toCard
        ? textNodes('Any amount that cannot go back to the card will be paid to account {account}.', { account })
        : textNodes('It will be paid to account {account}.', { account }),
  });
};
