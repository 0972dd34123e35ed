import { isInvoiced } from '#features/invoices/domain/is-invoiced.ts';
import { timesChargedBack } from '#features/ledger/server/public.ts';
import { calendarPath } from '#features/shop-config/domain/calendar-path.ts';
import { invoicePath } from '#features/shop-config/domain/invoice-path.ts';
import { attachedText, codesToDownload, showTicketsButton } from '#features/tickets/server/public.ts';
import type { Language } from '#kernel/language.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { type MailLanguage, mailLanguage } from '#platform/mail/mail-language.ts';
import { linkCode } from '#platform/secrets/link-codes.ts';
import { toInstant } from '#wire/fields.ts';
import { transferDay } from '../domain/bank-transfer-text.ts';
import { nameInTitle } from '../domain/name-in-title.ts';
import { takesPayments } from '../domain/order-status.ts';
import { asksForMoney } from '../domain/payment-status.ts';
import { meetingPointsOf } from './meeting-points-store.ts';
import {
  dateTime,
  money,
  type OrderInMail,
  type OrderMail,
  type OrderMailParts,
  orderMail,
  orderParts,
  owedBackText,
  paymentLink,
  planSumRow,
  portalParts,
  sendOrderMail,
  sendOrderMails,
  time,
  transferParts,
} from './order-mail-layout.ts';
import { linesOf, type OrderContents, type OrderRow } from './order-store.ts';
import { type PaymentRow, paymentsOf } from './payment-store.ts';

const WEB_CHANNEL = 'web';

/** Sent once per order. */
export async function mailOrdersReceived(
  tx: Tx,
  parts: OrderMailParts,
  placed: readonly ({ readonly order: OrderRow } & OrderContents)[],
  now: Date,
): Promise<void> {
  const meetingPoints = await meetingPointsOf(
    tx,
    placed.flatMap(({ lines }) => lines),
  );
  const mails = placed.map(({ order, lines, payments }) =>
    orderReceived(parts, order, { lines, payments, meetingPoints }, now),
  );
  await sendOrderMails(tx, mails, now);
}

function orderReceived(
  parts: OrderMailParts,
  order: OrderRow,
  contents: OrderContents & OrderInMail,
  now: Date,
): OrderMail {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop } = parts;
  const { payments } = contents;
  const paying = payingParts(parts, order, payments);
  const planSum = planSumRow(shop, order, payments, now);
  const firstFigure = planSum ? `${planSum.label} ${planSum.amount}` : money(shop, order.totalPrice);
  return orderMail(parts, order, 'order-received', {
    subject: text('We have received your order {code}', { code: order.code }),
    preheader: `${firstFigure}, ${shop.public.paymentMethods[order.paymentMethod] ?? text('by card')}`,
    title: text('Thank you, {name}', { name: nameInTitle(order.customerName) }),
    parts: [
      { kind: 'paragraph', text: textNodes('We have received your order {code}.', { code: { strong: order.code } }) },
      ...paying,
      ...orderParts(shop, order, contents, planSum),
      ...portalParts(parts, order, paying),
    ],
  });
}

/** A card order now waits for a bank transfer. */
export async function mailSwitchedToTransfer(
  tx: Tx,
  parts: OrderMailParts,
  order: OrderRow,
  { lines, payments }: OrderContents,
  now: Date,
): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop } = parts;
  const paying = payingParts(parts, order, payments);
  const code = { strong: order.code };
  const meetingPoints = await meetingPointsOf(tx, lines);
  const words = text('You can now pay your order {code} by bank transfer.', { code: order.code });
  await sendOrderMail(tx, parts, order, 'order-received:by-transfer', now, {
    subject: text('How to pay order {code} by bank transfer', { code: order.code }),
    preheader: words,
    title: text('Pay by bank transfer'),
    parts: [
      { kind: 'paragraph', text: textNodes('You can now pay your order {code} by bank transfer.', { code }) },
      ...paying,
      ...orderParts(shop, order, { lines, payments, meetingPoints }, planSumRow(shop, order, payments, now)),
      ...portalParts(parts, order, paying),
    ],
  });
}

/** For the first payment that waits for money. */
export function payingParts(parts: OrderMailParts, order: OrderRow, payments: readonly PaymentRow[]): MailPart[] {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const open = payments.find(({ status }) => asksForMoney(status));
  if (!open || !takesPayments(order.paymentStatus)) return [];
  const amount = open.amount - open.paidAmount;
  if (order.paymentMethod === 'bank_transfer') {
    const code = order.hasPaymentPlan ? open.reference : order.code;
    const isLaterPart = order.hasPaymentPlan && open.position > 1;
    const by = transferDay(toInstant(open.dueAt), { isPlan: order.hasPaymentPlan, isLaterPart });
    return transferParts(parts.shop, { amount, code, by, isLaterPart });
  }
  const invitation =
    order.channel === WEB_CHANNEL
      ? text('If your card payment did not go through, you can pay here.')
      : text('Please pay it here by card.');
  const untilOf = order.channel === WEB_CHANNEL ? time : dateTime;
  const until = order.payBy ? untilOf(parts.shop, order.payBy) : null;
  return [
    {
      kind: 'paragraph',
      text: until
        ? [`${invitation} `, ...textNodes('We are holding your items until {time}.', { time: { strong: until } })]
        : invitation,
    },
    {
      kind: 'button',
      label: text('Pay {amount}', { amount: money(parts.shop, amount) }),
      url: paymentLink(parts, order, open),
    },
  ];
}

/** With `paymentId` null and `amount` 0 the order is paid without new money. */
export interface ArrivedMoney {
  readonly paymentId: number | null;
  /** The part that counts, in minor units. */
  readonly amount: number;
  /** No money had counted for the order before. */
  readonly isFirst?: boolean;
  /** Absent without new money. */
  readonly shares?: readonly { readonly paymentId: number; readonly amount: number }[];
  readonly receivedAt?: Date;
  /** The invoice for this payment on account. */
  readonly invoice?: string | null;
  /** The order's contents after this money; queried if absent. */
  readonly contents?: OrderContents;
}

/** Attaches the tickets that may be downloaded. Sent once per payment and amount so far. */
export async function mailPaymentReceived(
  tx: Tx,
  parts: OrderMailParts,
  order: OrderRow,
  { paymentId, amount, isFirst = false, invoice = null, contents }: ArrivedMoney,
  now: Date,
): Promise<void> {
  const language = mailLanguage(languageOfShop(parts.shop.public));
  const { text, textNodes } = language;
  const { shop } = parts;
  const [lines, payments, tickets, again] = await Promise.all([
    contents?.lines ?? linesOf(tx, [order.id]),
    contents?.payments ?? paymentsOf(tx, [order.id]),
    codesToDownload(tx, order.id, {
      customerId: order.customerId,
      paymentStatus: order.paymentStatus,
      isTermsAccepted: order.termsAcceptedAt !== null,
    }),
    isFirst ? '' : againAfterChargeBack(tx, order),
  ]);
  const meetingPoints = await meetingPointsOf(tx, lines);
  const payment = payments.find((one) => one.id === paymentId);
  const paidInFull = order.paymentStatus === 'paid';
  const ordered = lines.filter(({ kind }) => kind === 'tickets').length;
  const message: MailPart[] = [
    {
      kind: 'paragraph',
      text:
        amount > 0
          ? textNodes('We have received {amount} for your order {code}.', {
              amount: { strong: money(shop, amount) },
              code: { strong: order.code },
            })
          : textNodes('Your order {code} is paid.', { code: { strong: order.code } }),
    },
  ];
  if (tickets.length > 0) {
    message.push({
      kind: 'paragraph',
      text: attachedText(language, tickets.length),
    });
    // A mail has one button: the payment's while money is missing.
    if (paidInFull)
      message.push(showTicketsButton(language, { shopUrl: parts.shopUrl, order: order.code, count: tickets.length }));
  } else if (order.hasPaymentPlan && !paidInFull) {
    if (ordered > 0) {
      message.push({
        kind: 'paragraph',
        text:
          ordered === 1
            ? text('Your ticket will be ready to download once the last instalment is paid.')
            : text('Your tickets will be ready to download once the last instalment is paid.'),
      });
    }
  } else if (order.termsAcceptedAt === null) {
    message.push({
      kind: 'notice',
      tone: 'warn',
      text: [
        text('Please accept the Terms and Conditions on your order page.'),
        ...(ordered === 0 ? [] : [` ${readyThen(language, ordered)}`]),
      ],
    });
  }
  if (!order.hasPaymentPlan && !paidInFull && payment) message.push(...missingParts(parts, order, payment));
  if (paidInFull && isInvoiced({ totalPrice: order.totalPrice })) {
    const url = parts.shopUrl + invoicePath(order.code, linkCode(order, 'invoice'));
    message.push({
      kind: 'paragraph',
      text: textNodes('Invoice: {download}.', { download: { link: text('download the PDF'), url } }),
    });
  }
  if (invoice !== null) {
    const url = parts.shopUrl + invoicePath(order.code, linkCode(order, 'invoice'), invoice);
    message.push({
      kind: 'paragraph',
      text: textNodes('Your invoice for this payment: {download}.', {
        download: { link: text('download the PDF'), url },
      }),
    });
  }
  if (paidInFull && tickets.length > 0) {
    const dates = parts.shopUrl + calendarPath(order.code, linkCode(order, 'calendar'));
    message.push({
      kind: 'paragraph',
      text: textNodes('Calendar: {add}.', { add: { link: text('add the dates to your calendar'), url: dates } }),
    });
  }
  await sendOrderMail(
    tx,
    parts,
    order,
    `payment-received:${payment?.reference ?? order.code}:${payment?.paidAmount ?? 0}${again}`,
    now,
    {
      subject: paidInFull
        ? text('Your order {code} is paid', { code: order.code })
        : text('We have received a payment for order {code}', { code: order.code }),
      preheader: preheaderOf(shop, order, tickets.length),
      title: paidInFull ? text('Paid in full') : text('Thank you for your payment'),
      parts: [
        ...message,
        ...orderParts(shop, order, { lines, payments, meetingPoints }, planSumRow(shop, order, payments, now)),
        ...portalParts(parts, order, message),
      ],
    },
    tickets,
  );
}

const readyThen = ({ countText }: Language, ordered: number): string =>
  countText(ordered, {
    one: 'Your ticket will be ready to download then.',
    other: 'Your tickets will be ready to download then.',
  });

function preheaderOf(shop: OrderMailParts['shop'], order: OrderRow, attached: number): string {
  const { countText, text } = languageOfShop(shop.public);
  if (attached > 0)
    return countText(attached, { one: 'Your ticket is attached.', other: 'Your tickets are attached.' });
  if (order.paymentStatus === 'paid') {
    return isInvoiced({ totalPrice: order.totalPrice })
      ? text('Your invoice is ready to download.')
      : text('Your order {code} is paid.', { code: order.code });
  }
  return text('Paid so far: {paid} of {total}.', {
    paid: money(shop, order.totalPaid),
    total: money(shop, order.totalPrice),
  });
}

/** Part of the mail's key after a charge-back, so that money that arrives again is confirmed again. */
async function againAfterChargeBack(tx: Tx, order: OrderRow): Promise<string> {
  const times = await timesChargedBack(tx, order.id);
  return times === 0 ? '' : `:again-${times}`;
}

function missingParts(parts: OrderMailParts, order: OrderRow, payment: PaymentRow): MailPart[] {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const missing = payment.amount - payment.paidAmount;
  const amount = money(parts.shop, missing);
  const stillMissing = textNodes('{amount} is still outstanding.', { amount: { strong: amount } });
  const deadline = order.payBy
    ? [
        ' ',
        ...textNodes('We are holding your items until {time}.', {
          time: { strong: dateTime(parts.shop, order.payBy) },
        }),
      ]
    : [];
  const notice: MailPart = { kind: 'notice', tone: 'warn', text: [...stillMissing, ...deadline] };
  if (order.paymentMethod === 'bank_transfer') {
    // The notice has the time until which the items are held.
    const transfer = { amount: missing, code: order.code, by: null, isLaterPart: false };
    return [notice, ...transferParts(parts.shop, transfer)];
  }
  return [notice, { kind: 'button', label: text('Pay {amount}', { amount }), url: paymentLink(parts, order, payment) }];
}

/** Its items are back on sale. */
export async function mailOrderEnded(tx: Tx, parts: OrderMailParts, order: OrderRow, now: Date): Promise<void> {
  const language = mailLanguage(languageOfShop(parts.shop.public));
  const { text } = language;
  const lines = await linesOf(tx, [order.id]);
  const cancelled = order.paymentStatus === 'cancelled';
  const owed = order.totalPaid - order.totalRefunded;
  await sendOrderMail(tx, parts, order, cancelled ? 'order-cancelled' : 'order-abandoned', now, {
    subject: cancelled
      ? text('Your order {code} was cancelled', { code: order.code })
      : text('Your order {code} was not paid', { code: order.code }),
    preheader: text('The items are back on sale'),
    title: cancelled ? text('Your order was cancelled') : text('Your order was not paid in time'),
    parts: [
      {
        kind: 'paragraph',
        text: whyEnded(language, order, owed),
      },
      ...(owed > 0 ? [{ kind: 'paragraph', text: owedBackText(parts.shop, owed) } as const] : []),
      {
        kind: 'paragraph',
        text: text(
          'If you have paid anyway, you do not need to do anything. We will see your payment when it arrives and take care of it.',
        ),
      },
      { kind: 'button', label: text('Back to the shop'), url: `${parts.shopUrl}/tickets` },
      ...orderParts(parts.shop, order, { lines, meetingPoints: await meetingPointsOf(tx, lines) }),
    ],
  });
}

function whyEnded({ textNodes }: MailLanguage, order: OrderRow, owed: number) {
  const code = { strong: order.code };
  if (order.paymentStatus !== 'cancelled') {
    return textNodes('Your order {code} was not paid in time, so its items are back on sale.', { code });
  }
  if (owed > 0) {
    return textNodes(
      'Your order {code} was not paid in full in time, so we have cancelled it. The items are back on sale.',
      { code },
    );
  }
  return textNodes(
    'We did not receive payment for your order {code} in time, so we have cancelled the order. Its items are back on sale.',
    { code },
  );
}
