import { datedLine } from '#features/cart/domain/line-occasion.ts';
import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import type { OrderRow } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { AmountRow, MailPart, MailText } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { payableTotal } from '../domain/refund-status.ts';
import { linesOfRefunds } from './refund-items-store.ts';
import type { RefundRow } from './refund-store.ts';
import { accountEnd } from './sealed-details.ts';

export interface RefundMailParts {
  readonly shop: Shop;
  readonly shopUrl: string;
  readonly sealer: Sealer;
}

/** Confirms a refund request, with its total, and explains that it can still be cancelled. */
export const mailRefundRequested = (tx: Tx, parts: RefundMailParts, refund: RefundRow, order: OrderRow, now: Date) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return send(tx, parts, refund, order, 'requested', now, {
    subject: text('We have received your refund request {code}', { code: refund.code }),
    preheader: text('{amount}, order {code}', { amount: money(parts.shop, refund.total), code: order.code }),
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
          'The items in your request can no longer be used or changed. Until we start processing it, you can cancel the request on its page and everything goes back to how it was.',
        ),
      },
    ],
    account: (account) =>
      refund.toCard
        ? textNodes('Any amount that cannot go back to the card will be paid to account {account}.', { account })
        : textNodes('It will be paid to account {account}.', { account }),
  });
};

/** Says that the request is cancelled and the items are valid again. */
export const mailRefundCancelled = (tx: Tx, parts: RefundMailParts, refund: RefundRow, order: OrderRow, now: Date) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return send(tx, parts, { ...refund, status: 'cancelled' }, order, 'cancelled', now, {
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
    account: null,
  });
};

/** Announces a refund by the operator, with the reason. */
export const mailRefundMade = (tx: Tx, parts: RefundMailParts, refund: RefundRow, order: OrderRow, now: Date) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const amount = money(parts.shop, refund.total);
  return send(tx, parts, refund, order, 'made', now, {
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

/** Gives the operator's reason for refusing a request, and explains that the items are valid again. */
export const mailRefundRefused = (tx: Tx, parts: RefundMailParts, refund: RefundRow, order: OrderRow, now: Date) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return send(tx, parts, refund, order, 'refused', now, {
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
    account: null,
  });
};

/** Warns the customer of a change that they did not ask for. */
export const mailBankDetailsCorrected = (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return send(tx, parts, refund, order, 'bank-details', now, {
    subject: text('The bank details for your refund {code} have changed', { code: refund.code }),
    preheader: text('Please check that the account is yours'),
    time: now.getTime(),
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

const notYours = ({ shop }: RefundMailParts): MailPart => ({
  kind: 'paragraph',
  text: mailLanguage(languageOfShop(shop.public)).textNodes('If this account is not yours, write to {email} at once.', {
    email: { link: shop.public.operator.email, url: `mailto:${shop.public.operator.email}` },
  }),
});

/**
 * Confirms the account that the customer, or staff on their behalf, has entered: somebody else may have used the login,
 * or a number may have been misheard.
 */
export const mailAccountGiven = (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  { byStaff }: { readonly byStaff: boolean },
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return send(tx, parts, refund, order, 'bank-details', now, {
    subject: text('We have the bank account for your refund {code}', { code: refund.code }),
    preheader: text('Please check that the account is yours'),
    time: now.getTime(),
    title: text('We have the bank account for your refund'),
    before: byStaff ? [{ kind: 'paragraph', text: text('We have entered the account that you gave us.') }] : [],
    account: (account) => textNodes('It will be paid to account {account}.', { account }),
    after: [notYours(parts)],
  });
};

/** Asks for the account that a refund waits for. `isOfCard`: a card did not accept the money, or only part of it. */
export const mailAccountNeeded = (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  { amount, time, isOfCard }: { readonly amount: number; readonly time: number; readonly isOfCard: boolean },
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const about = { amount: { strong: money(parts.shop, amount) }, code: { strong: order.code } };
  return send(tx, parts, refund, order, 'account', now, {
    subject: text('We need a bank account for your refund {code}', { code: refund.code }),
    preheader: isOfCard
      ? text('{amount} could not be sent to your card', { amount: money(parts.shop, amount) })
      : text('{amount} waits for your bank account', { amount: money(parts.shop, amount) }),
    time,
    title: text('We need a bank account for your refund'),
    before: [
      {
        kind: 'paragraph',
        text: isOfCard
          ? textNodes('We could not send {amount} of the refund for your order {code} to your card.', about)
          : textNodes('To refund {amount} for your order {code}, we need a bank account to send it to.', about),
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

/** `time` is 2 if the bank returned the first payment. */
export const mailRefundDone = (
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  time: number,
  now: Date,
) => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return send(tx, parts, refund, order, 'processed', now, {
    subject: text('Your refund {code} has been paid', { code: refund.code }),
    preheader: refund.toCard
      ? text('{amount} is on its way to your card', { amount: money(parts.shop, refund.total) })
      : text('{amount} is on its way to your account', { amount: money(parts.shop, refund.total) }),
    time,
    title: text('Your refund has been paid'),
    before: [
      {
        kind: 'paragraph',
        text: refund.toCard
          ? textNodes(
              'We have refunded {amount} for your order {code}. It can take 5 to 10 working days until your bank shows it.',
              { amount: { strong: money(parts.shop, refund.total) }, code: { strong: order.code } },
            )
          : textNodes(
              'We have refunded {amount} for your order {code}. It can take a few working days to reach your account.',
              { amount: { strong: money(parts.shop, refund.total) }, code: { strong: order.code } },
            ),
      },
    ],
    account: (account) =>
      refund.toCard
        ? textNodes('The amount that could not go back to the card was paid to account {account}.', { account })
        : textNodes('It was paid to account {account}.', { account }),
  });
};

interface Draft {
  subject: string;
  preheader: string;
  title: string;
  before: MailPart[];
  /** Null: no sentence with the masked account. */
  account: ((account: { strong: string }) => MailText) | null;
  after?: MailPart[];
  /** Part of the mail's key: each number is mailed once. Default: 1. */
  time?: number;
  /** Default: to the refund's page. */
  button?: { label: string; url: string };
}

async function send(
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  step: 'requested' | 'cancelled' | 'made' | 'refused' | 'bank-details' | 'account' | 'processed',
  now: Date,
  draft: Draft,
): Promise<void> {
  const language = languageOfShop(parts.shop.public);
  const { text } = language;
  const { shop, shopUrl } = parts;
  const { time = 1 } = draft;
  const end = draft.account && accountEnd(parts.sealer, refund);
  const account: MailPart[] = draft.account && end ? [{ kind: 'paragraph', text: draft.account({ strong: end }) }] : [];
  const card: MailPart[] =
    refund.toCard && draft.account && step !== 'bank-details'
      ? [{ kind: 'paragraph', text: text('It will go back to the card you paid with.') }]
      : [];
  await enqueueMail(
    tx,
    {
      key: `refund:${refund.id}:${step}${time === 1 ? '' : `:${time}`}`,
      kind: `refund-${step}`,
      recipient: order.customerEmail,
      orderId: order.id,
      content: composeMail(mailLook(shop, shopUrl), {
        subject: draft.subject,
        preheader: draft.preheader,
        title: draft.title,
        parts: [
          ...draft.before,
          { kind: 'heading', text: headingOf(language, refund) },
          { kind: 'amounts', rows: await rowsOf(tx, shop, refund, order) },
          ...card,
          ...account,
          ...(draft.after ?? []),
          {
            kind: 'button',
            ...(draft.button ?? { label: text('View your refund'), url: `${shopUrl}/portal/refunds/${refund.code}` }),
          },
        ],
        reason: text('You are receiving this email because you placed an order with {shop}.', {
          shop: shop.public.name,
        }),
      }),
    },
    now,
  );
}

const headingOf = ({ text }: Language, { status, code }: RefundRow): string =>
  status === 'cancelled' ? text('Requested items') : text('Refund {code}', { code });

async function rowsOf(tx: Tx, shop: Shop, refund: RefundRow, order: OrderRow): Promise<AmountRow[]> {
  const { text } = languageOfShop(shop.public);
  const lines = await linesOfRefunds(tx, [refund.id]);
  const feesBack = lines.reduce((all, line) => all + line.feeRefund, 0);
  const rows: AmountRow[] = lines.map((line) => ({
    label: line.frozen.name,
    notes: [
      ...fullWhenAndWhere(languageOfShop(shop.public), datedLine(line.frozen, shop.public.events), shop.public),
      ...(line.fullName ? [line.fullName] : []),
      ...feeNote(shop, refund, line.refundFee),
    ],
    amount: refund.isWholePlan ? '' : money(shop, line.amount - line.feeRefund),
  }));
  if (refund.isWholePlan) {
    const kept = lines.reduce((all, line) => all + line.fee + line.refundFee - line.feeRefund, 0);
    rows.push({ label: text('Paid so far'), amount: money(shop, order.totalPaid) });
    rows.push({ label: text('Booking and refund fees'), amount: money(shop, -kept) });
  } else {
    if (feesBack > 0) rows.push({ label: text('Booking fee'), amount: money(shop, feesBack) });
    if (refund.shippingRefund > 0) rows.push({ label: text('Shipping'), amount: money(shop, refund.shippingRefund) });
  }
  if (refund.status === 'cancelled') rows.push({ label: text('Requested'), amount: money(shop, refund.total) });
  const label = refund.status === 'cancelled' ? text('No refund due') : text('Refund');
  rows.push({ label, amount: money(shop, payableTotal(refund)), isTotal: true });
  return rows;
}

const feeNote = (shop: Shop, refund: RefundRow, fee: number): string[] => {
  const { text } = languageOfShop(shop.public);
  return refund.isWholePlan || fee === 0 ? [] : [text('after a refund fee of {fee}', { fee: money(shop, fee) })];
};

const money = (shop: Shop, amount: number): string => formatMoney(amount, shop.public);
