import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { type MailLanguage, mailLanguage } from '#platform/mail/mail-language.ts';
import { toInstant } from '#wire/fields.ts';
import { nameInTitle } from '../domain/name-in-title.ts';
import { takesPayments } from '../domain/order-status.ts';
import { isPayable } from '../domain/payment-status.ts';
import { isOverdue } from '../domain/payment-view.ts';
import { meetingPointsOf } from './meeting-points-store.ts';
import {
  date,
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

/** Confirms new orders. Sent once per order. */
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
  const paying = payingParts(parts, order, payments, now);
  const planSum = planSumRow(shop, order, payments, now);
  const { code } = order;
  const strong = { code: { strong: code } };
  const hasPaid = order.totalPaid > 0;
  const firstFigure = planSum ? `${planSum.label} ${planSum.amount}` : money(shop, order.totalPrice);
  return orderMail(parts, order, 'order-received', {
    subject: hasPaid ? text('Your order {code}', { code }) : text('We have received your order {code}', { code }),
    preheader: `${firstFigure}, ${shop.public.paymentMethods[order.paymentMethod] ?? text('by card')}`,
    title: hasPaid ? text('Your order') : text('Thank you, {name}', { name: nameInTitle(order.customerName) }),
    parts: [
      {
        kind: 'paragraph',
        text: hasPaid
          ? textNodes('We have received {paid} of {total} for your order {code}.', {
              ...strong,
              paid: { strong: money(shop, order.totalPaid) },
              total: { strong: money(shop, order.totalPrice) },
            })
          : textNodes('We have received your order {code}.', strong),
      },
      ...paying,
      ...orderParts(shop, order, contents, planSum),
      ...portalParts(parts, order, paying),
    ],
  });
}

/** For a card order that now waits for a bank transfer. */
export async function mailSwitchedToTransfer(
  tx: Tx,
  parts: OrderMailParts,
  order: OrderRow,
  { lines, payments }: OrderContents,
  now: Date,
): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop } = parts;
  const paying = payingParts(parts, order, payments, now);
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

/** How to pay the first payment that waits for money. */
export function payingParts(
  parts: OrderMailParts,
  order: OrderRow,
  payments: readonly PaymentRow[],
  now: Date,
): MailPart[] {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const open = payments.find(({ status }) => isPayable(status));
  if (!open || !takesPayments(order.paymentStatus)) return [];
  const amount = open.amount - open.paidAmount;
  if (order.paymentMethod === 'bank_transfer') {
    const code = order.hasPaymentPlan ? open.reference : order.code;
    const isLaterInstalment = order.hasPaymentPlan && open.position > 1;
    const deadline = isOverdue(open, parts.shop.public.timezone, now) ? null : toInstant(open.dueAt);
    return transferParts(parts.shop, { amount, code, deadline, isLaterInstalment });
  }
  const button: MailPart = {
    kind: 'button',
    label: text('Pay {amount}', { amount: money(parts.shop, amount) }),
    url: paymentLink(parts, order, open),
  };
  if (order.hasPaymentPlan && open.position > 1) return [nextInstalment(parts, open), button];
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
    button,
  ];
}

/** The sentence is also true once the day has passed. */
function nextInstalment({ shop }: OrderMailParts, { position, amount, paidAmount, dueAt }: PaymentRow): MailPart {
  const { textNodes } = mailLanguage(languageOfShop(shop.public));
  const next = textNodes('You can pay instalment {position} ({amount}, due on {day}) here.', {
    position: String(position),
    amount: { strong: money(shop, amount - paidAmount) },
    day: { strong: date(shop, dueAt) },
  });
  return { kind: 'paragraph', text: next };
}

/**
 * Tells the customer that the operator has revived the order, which is valid as before or waits for its payment again.
 * Can be sent more than once per order.
 */
export async function mailRevived(tx: Tx, parts: OrderMailParts, order: OrderRow, now: Date): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop } = parts;
  const [lines, payments] = [await linesOf(tx, [order.id]), await paymentsOf(tx, [order.id])];
  const paying = payingParts(parts, order, payments, now);
  const code = { strong: order.code };
  await sendOrderMail(tx, { ...parts, again: true }, order, 'order-revived', now, {
    subject: text('Your order {code} is valid again', { code: order.code }),
    preheader: paying.length > 0 ? text('Your order is not paid yet.') : text('You do not need to do anything.'),
    title: text('Your order is valid again'),
    parts: [
      { kind: 'paragraph', text: textNodes('Your order {code} had ended. It is valid again.', { code }) },
      ...paying,
      ...orderParts(
        shop,
        order,
        { lines, payments, meetingPoints: await meetingPointsOf(tx, lines) },
        planSumRow(shop, order, payments, now),
      ),
      ...portalParts(parts, order, paying),
    ],
  });
}

/** Tells the customer that the order has ended and its items are back on sale. */
export async function mailOrderEnded(tx: Tx, parts: OrderMailParts, order: OrderRow, now: Date): Promise<void> {
  const language = mailLanguage(languageOfShop(parts.shop.public));
  const { text } = language;
  const lines = await linesOf(tx, [order.id]);
  const cancelled = order.paymentStatus === 'cancelled';
  const owedBack = order.totalPaid - order.totalRefunded;
  await sendOrderMail(tx, parts, order, cancelled ? 'order-cancelled' : 'order-abandoned', now, {
    subject: cancelled
      ? text('Your order {code} was cancelled', { code: order.code })
      : text('Your order {code} was not paid', { code: order.code }),
    preheader: text('The items are back on sale'),
    title: cancelled ? text('Your order was cancelled') : text('Your order was not paid in time'),
    parts: [
      {
        kind: 'paragraph',
        text: whyEnded(language, order, owedBack),
      },
      ...(owedBack > 0 ? [{ kind: 'paragraph', text: owedBackText(parts.shop, owedBack) } as const] : []),
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

function whyEnded({ textNodes }: MailLanguage, order: OrderRow, owedBack: number) {
  const code = { strong: order.code };
  if (order.paymentStatus !== 'cancelled') {
    return textNodes('Your order {code} was not paid in time, so its items are back on sale.', { code });
  }
  if (owedBack > 0) {
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
