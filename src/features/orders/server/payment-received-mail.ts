import { isInvoiced } from '#features/invoices/domain/is-invoiced.ts';
import { timesChargedBack } from '#features/ledger/server/public.ts';
import { calendarPath } from '#features/shop-config/domain/calendar-path.ts';
import { invoicePath } from '#features/shop-config/domain/invoice-path.ts';
import { attachedText, codesToDownload, showTicketsButton } from '#features/tickets/server/public.ts';
import type { Language } from '#kernel/language.ts';
import { sum } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { linkCode } from '#platform/secrets/link-codes.ts';
import { meetingPointsOf } from './meeting-points-store.ts';
import {
  dateTime,
  money as moneyText,
  type OrderInMail,
  type OrderMail,
  type OrderMailParts,
  orderMail,
  orderParts,
  paymentLink,
  planSumRow,
  portalParts,
  sendOrderMails,
  transferParts,
} from './order-mail-layout.ts';
import { linesOf, type OrderContents, type OrderRow } from './order-store.ts';
import { type PaymentRow, paymentsOf } from './payment-store.ts';
import { approvedRefundsOf, refundMessage } from './refund-in-status-mail.ts';

export interface ReceivedMoney {
  readonly order: OrderRow;
  /**
   * The amounts counted for payments, in minor units; the intended payment comes first. Empty if the order became paid
   * without new money.
   */
  readonly shares: readonly { readonly paymentId: number; readonly amount: number }[];
  /** Whether no money had counted for the order before. */
  readonly isFirst?: boolean;
  readonly receivedAt?: Date;
  /** The code of the invoice for this payment on account. */
  readonly invoice?: string | null;
  /** The order's contents after the money was counted; read from the database if absent. */
  readonly contents?: OrderContents;
}

/** Confirms received payments, with the tickets that can be downloaded. Sent once per payment and paid amount. */
export async function mailPaymentsReceived(
  tx: Tx,
  parts: OrderMailParts,
  received: readonly ReceivedMoney[],
  now: Date,
): Promise<void> {
  if (received.length === 0) return;
  const reading = Promise.all(received.map((one) => withContents(tx, one)));
  const [ordered, tickets, chargedBack, meetingPoints, approved] = await Promise.all([
    reading,
    codesToDownload(
      tx,
      received.map(({ order }) => ({ ...order, isTermsAccepted: order.termsAcceptedAt !== null })),
    ),
    timesChargedBack(
      tx,
      received.filter(({ isFirst }) => !isFirst).map(({ order }) => order.id),
    ),
    reading.then((all) =>
      meetingPointsOf(
        tx,
        all.flatMap(({ contents }) => contents.lines),
      ),
    ),
    approvedRefundsOf(
      tx,
      received.filter(({ shares }) => shares.length === 0).map(({ order }) => order),
    ),
  ]);
  const mails = ordered.map((one) =>
    paymentReceived(
      parts,
      {
        ...one,
        contents: { ...one.contents, meetingPoints },
        tickets: tickets.get(one.order.id)!,
        timesChargedBack: chargedBack.get(one.order.id) ?? 0,
        approvedRefund: approved.get(one.order.id) ?? 0,
      },
      now,
    ),
  );
  await sendOrderMails(tx, mails, now);
}

async function withContents(tx: Tx, one: ReceivedMoney) {
  const [lines, payments] = await Promise.all([
    one.contents?.lines ?? linesOf(tx, [one.order.id]),
    one.contents?.payments ?? paymentsOf(tx, [one.order.id]),
  ]);
  return { ...one, contents: { lines, payments } };
}

/** `mailPaymentsReceived` for one order. */
export const mailPaymentReceived = (tx: Tx, parts: OrderMailParts, received: ReceivedMoney, now: Date): Promise<void> =>
  mailPaymentsReceived(tx, parts, [received], now);

function paymentReceived(
  parts: OrderMailParts,
  {
    order,
    shares,
    invoice = null,
    contents,
    tickets,
    timesChargedBack: times,
    approvedRefund,
  }: Omit<ReceivedMoney, 'contents'> & {
    readonly contents: OrderContents & OrderInMail;
    readonly tickets: readonly string[];
    readonly timesChargedBack: number;
    readonly approvedRefund: number;
  },
  now: Date,
): OrderMail {
  const language = mailLanguage(languageOfShop(parts.shop.public));
  const { text, textNodes } = language;
  const { shop } = parts;
  const { lines, payments } = contents;
  // Money that arrives after a chargeback is confirmed again.
  const again = times === 0 ? '' : `:again-${times}`;
  const payment = payments.find(({ id }) => id === shares[0]?.paymentId);
  const amount = sum(shares.map((share) => share.amount));
  const paidInFull = order.paymentStatus === 'paid';
  // A mail about the current status, without new money.
  const refund = amount === 0 ? refundMessage(parts, order, approvedRefund) : null;
  const ordered = lines.filter(({ kind }) => kind === 'tickets').length;
  const message: MailPart[] = refund?.message ?? [
    {
      kind: 'paragraph',
      text:
        amount > 0
          ? textNodes('We have received {amount} for your order {code}.', {
              amount: { strong: moneyText(shop, amount) },
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
    // A mail has only one button, which is for the payment while money is missing.
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
        ...(ordered === 0 ? [] : [` ${readyThenText(language, ordered)}`]),
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
  return orderMail(
    parts,
    order,
    `payment-received:${payment?.reference ?? order.code}:${payment?.paidAmount ?? 0}${again}`,
    {
      subject: refund
        ? text('Refund for your order {code}', { code: order.code })
        : paidInFull
          ? text('Your order {code} is paid', { code: order.code })
          : text('We have received a payment for order {code}', { code: order.code }),
      preheader: refund?.preheader ?? preheaderOf(shop, order, tickets.length),
      title: refund ? text('Your refund') : paidInFull ? text('Paid in full') : text('Thank you for your payment'),
      parts: [
        ...message,
        ...orderParts(shop, order, contents, planSumRow(shop, order, payments, now)),
        ...portalParts(parts, order, message),
      ],
    },
    tickets,
  );
}

const readyThenText = ({ countText }: Language, ordered: number): string =>
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
    paid: moneyText(shop, order.totalPaid),
    total: moneyText(shop, order.totalPrice),
  });
}

function missingParts(parts: OrderMailParts, order: OrderRow, payment: PaymentRow): MailPart[] {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const missing = payment.amount - payment.paidAmount;
  const amount = moneyText(parts.shop, missing);
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
    // The notice already states until when the items are held.
    const transfer = { amount: missing, code: order.code, deadline: null, isLaterInstalment: false };
    return [notice, ...transferParts(parts.shop, transfer)];
  }
  return [notice, { kind: 'button', label: text('Pay {amount}', { amount }), url: paymentLink(parts, order, payment) }];
}
