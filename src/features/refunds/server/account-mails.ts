import type { OrderRow } from '#features/orders/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { withLines } from './refund-lines-store.ts';
import { type RefundMailParts, sendRefundMail } from './refund-mail.ts';
import type { RefundRow } from './refund-store.ts';

/** Warns the customer of a change that they did not ask for. */
export const mailBankDetailsCorrected = async (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return sendRefundMail(tx, parts, await withLines(tx, refund), order, 'bank-details', now, {
    subject: text('The bank details for your refund {code} have changed', { code: refund.code }),
    preheader: text('Please check that the account is yours'),
    keyNumber: now.getTime(),
    title: text('The bank details for your refund have changed'),
    before: [
      {
        kind: 'paragraph',
        text: textNodes('We have changed the bank details for the refund of your order {code}.', {
          code: { strong: order.code },
        }),
      },
    ],
    account: (account) => textNodes('It will be paid to account {account}.', { account }),
    after: [notYours(parts)],
  });
};

/**
 * Confirms the account that the customer, or staff on their behalf, has entered: somebody else may have used the login,
 * or a number may have been misheard.
 */
export const mailAccountGiven = async (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  { isByStaff }: { readonly isByStaff: boolean },
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return sendRefundMail(tx, parts, await withLines(tx, refund), order, 'bank-details', now, {
    subject: text('We have the bank account for your refund {code}', { code: refund.code }),
    preheader: text('Please check that the account is yours'),
    keyNumber: now.getTime(),
    title: text('We have the bank account for your refund'),
    before: isByStaff ? [{ kind: 'paragraph', text: text('We have entered the account that you gave us.') }] : [],
    account: (account) => textNodes('It will be paid to account {account}.', { account }),
    after: [notYours(parts)],
  });
};

const notYours = ({ shop }: RefundMailParts): MailPart => ({
  kind: 'paragraph',
  text: mailLanguage(languageOfShop(shop.public)).textNodes(
    'If this account is not yours, please write to {email} at once.',
    {
      email: { link: shop.public.operator.email, url: `mailto:${shop.public.operator.email}` },
    },
  ),
});

/** A card did not accept the money, or only part of it; a bank returned it; or no account is known. */
export type WhyAccountNeeded = 'card' | 'returned' | 'unknown';

/** Asks for the account that a refund waits for. */
export const mailAccountNeeded = async (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  { amount, keyNumber, why }: { readonly amount: number; readonly keyNumber: number; readonly why: WhyAccountNeeded },
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const about = { amount: { strong: money(parts, amount) }, code: { strong: order.code } };
  return sendRefundMail(tx, parts, await withLines(tx, refund), order, 'account', now, {
    subject: text('We need a bank account for your refund {code}', { code: refund.code }),
    preheader:
      why === 'card'
        ? text('{amount} could not be sent to your card', { amount: money(parts, amount) })
        : text('{amount} waits for your bank account', { amount: money(parts, amount) }),
    keyNumber,
    title: text('We need a bank account for your refund'),
    before: [
      {
        kind: 'paragraph',
        text: {
          card: textNodes('We could not send {amount} of the refund for your order {code} to your card.', about),
          returned: textNodes(
            'The bank returned {amount} of the refund for your order {code}: the account that you gave us does not accept it.',
            about,
          ),
          unknown: textNodes('To refund {amount} for your order {code}, we need a bank account to send it to.', about),
        }[why],
      },
      {
        kind: 'paragraph',
        text: text(
          'Please log in and tell us which bank account we should send it to. Never send bank details by email.',
        ),
      },
    ],
    account: null,
    button: {
      label: text('Enter bank account'),
      url: `${parts.shopUrl}/portal/refunds/${refund.code}/account`,
    },
  });
};

const money = ({ shop }: RefundMailParts, amount: number): string => formatMoney(amount, shop.public);
