import { isOverdue } from '#features/orders/domain/payment-view.ts';
import { takesTransfers } from '#features/orders/domain/takes-transfers.ts';
import {
  datedFacts,
  linesOf,
  type OrderMailParts,
  type OrderRow,
  type PaymentRow,
  sendOrderMail,
  transferParts,
} from '#features/orders/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailPart, MailPiece, MailText } from '#platform/mail/mail-content.ts';
import { type MailLanguage, mailLanguage } from '#platform/mail/mail-language.ts';
import { linkCode } from '#platform/secrets/link-codes.ts';
import { graceEndsAt, type ReminderStage, reminderAfter } from '../domain/reminders.ts';
import { timesMoved } from './moved-instalment-store.ts';

export interface Reminded {
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  /** All payments of the plan, for 'Instalment 2 of 4'. */
  readonly payments: readonly PaymentRow[];
  readonly stage: ReminderStage;
  /** The card that will be charged on the due date; null if the customer pays. */
  readonly card: string | null;
}

/** Reminds the customer, once for each stage and due day, of an instalment and how to pay it. */
export async function mailReminder(tx: Tx, parts: OrderMailParts, reminded: Reminded, now: Date): Promise<void> {
  const language = mailLanguage(languageOfShop(parts.shop.public));
  const { text, textNodes } = language;
  const { shop } = parts;
  const { order, payment, payments, stage } = reminded;
  const missing = formatMoney(payment.amount - payment.paidAmount, shop.public);
  const name = text('Instalment {position} of {all}', { position: payment.position, all: payments.length });
  const due = longDate(shop, payment.dueAt);
  const words = wordsOf(language, stage, { name, order: order.code, due });
  const times = await timesMoved(tx, payment.id);
  const about = times === 0 ? payment.reference : `${payment.reference}:${times}`;
  await sendOrderMail(tx, parts, order, `instalment-${stage}:${about}`, now, {
    subject: words.subject,
    preheader: text('{missing}, due on {due}', { missing, due }),
    title: words.title,
    parts: [
      { kind: 'paragraph', text: words.text },
      {
        kind: 'facts',
        rows: [
          { label: text('Amount'), value: missing },
          { label: text('Due##date'), value: due },
          { label: text('Reference'), value: payment.reference },
          ...(await datedFacts(tx, shop, await linesOf(tx, [order.id]))),
        ],
      },
      ...(reminded.card === null
        ? [...whatFollows(shop, reminded, now), ...waysToPay(parts, order, payment)]
        : announcedCharge(parts, reminded, reminded.card)),
      {
        kind: 'paragraph',
        text: textNodes('{order} shows the full plan. If you have already paid, you do not need to do anything.', {
          order: { link: text('Your order'), url: parts.shopUrl + paths.order(order.code) },
        }),
      },
    ],
  });
}

/** Explains what will happen without any action by the customer, and how to stop it. */
function announcedCharge(
  { shop, shopUrl }: OrderMailParts,
  { order, payment, payments }: Reminded,
  card: string,
): MailPart[] {
  const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
  return [
    {
      kind: 'notice',
      tone: 'info',
      text: textNodes('On {day} we will charge {amount} to your card ({card}). You do not need to do anything.', {
        day: { strong: longDate(shop, payment.dueAt) },
        amount: formatMoney(payment.amount - payment.paidAmount, shop.public),
        card,
      }),
    },
    {
      kind: 'paragraph',
      text: textNodes(
        'To stop this, remove the card on the page of {order} before that day. You can then pay by yourself.',
        {
          order: { link: text('your order'), url: shopUrl + paths.order(order.code) },
        },
      ),
    },
    { kind: 'paragraph', text: instalmentsAfter(shop, payment, payments) },
  ];
}

function wordsOf(
  { text, textNodes }: MailLanguage,
  stage: ReminderStage,
  { name, order, due }: { name: string; order: string; due: string },
): { subject: string; title: string; text: MailText } {
  const pieces = { name, order: { strong: order }, due: { strong: due } };
  switch (stage) {
    case 'week-before':
      return {
        subject: text('{name} for order {order} is due on {due}', { name, order, due }),
        title: text('Your next instalment'),
        text: textNodes('{name} for your order {order} is due on {due}.', pieces),
      };
    case 'due':
      return {
        subject: text('{name} for order {order} is due', { name, order }),
        title: text('Your instalment is due'),
        text: textNodes('{name} for your order {order} is due. The due date is {due}.', pieces),
      };
    case 'overdue':
      return {
        subject: text('{name} for order {order} is overdue', { name, order }),
        title: text('Your instalment is overdue'),
        text: textNodes('{name} for your order {order} was due on {due}, and we have not received it yet.', pieces),
      };
    case 'still-overdue':
      return {
        subject: text('Last reminder: {name} for order {order} is overdue', { name, order }),
        title: text('Your instalment is still overdue'),
        text: textNodes('{name} for your order {order} was due on {due}, and we still have not received it.', pieces),
      };
  }
}

/**
 * Says which instalments follow and when the next reminder comes. Once the instalment is overdue, explains what the
 * operator's rule does to the plan, or what is not available until it is paid.
 */
function whatFollows(shop: Shop, { payment, payments, stage }: Reminded, now: Date): MailPart[] {
  const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
  const moments = { dueAt: payment.dueAt, timezone: shop.public.timezone };
  const graceEnds = graceEndsAt(moments, shop.private.planGraceDays);
  const isCancelled = shop.private.planOverdue === 'cancel';
  const next = reminderAfter(stage, moments, isCancelled ? graceEnds : null);
  const nextDay = next && longDate(shop, next);
  const end = { strong: longDate(shop, graceEnds) };
  const cancellation = textNodes('If we do not receive it by {day}, we will have to cancel your order.', { day: end });
  if (!isOverdue({ status: payment.status, dueAt: payment.dueAt }, shop.public.timezone, now)) {
    const after = nextDay ? nextReminder(nextDay) : isCancelled ? cancellation : [];
    return [{ kind: 'paragraph', text: [`${instalmentsAfter(shop, payment, payments)} `, ...after] }];
  }
  const consequence: MailText = isCancelled
    ? cancellation
    : text('Until it is paid, your order is not complete and its tickets cannot be downloaded.');
  return [
    { kind: 'notice', tone: 'warn', text: consequence },
    {
      kind: 'paragraph',
      text: nextDay
        ? nextReminder(nextDay)
        : text('This is our last reminder. If you cannot pay now, please reply to this email.'),
    },
  ];

  function nextReminder(day: string): readonly MailPiece[] {
    return stage === 'week-before'
      ? textNodes('We will remind you again on {day}.', { day })
      : textNodes('If we do not receive it, we will remind you on {day}.', { day });
  }
}

function instalmentsAfter(shop: Shop, payment: PaymentRow, payments: readonly PaymentRow[]): string {
  const { text, countText } = languageOfShop(shop.public);
  const after = payments.filter(({ position, status }) => position > payment.position && status !== 'paid');
  const last = after.at(-1);
  if (!last) return text('This is the last instalment.');
  return countText(
    after.length,
    {
      one: 'One more instalment follows, on {day}.',
      other: '{count} more instalments follow, the last on {day}.',
    },
    { day: longDate(shop, last.dueAt) },
  );
}

/**
 * Returns how the instalment can be paid, the order's own method first: by card on the payment's page or by transfer
 * with its reference, if the shop accepts them.
 */
export function waysToPay({ shop, shopUrl }: OrderMailParts, order: OrderRow, payment: PaymentRow): MailPart[] {
  const { text } = languageOfShop(shop.public);
  const open = payment.amount - payment.paidAmount;
  const amount = formatMoney(open, shop.public);
  const url = shopUrl + paths.payment(order.code, linkCode(order, 'payment'), payment.reference);
  const card: MailPart[] = shop.public.shopPaymentCreditCard
    ? [
        { kind: 'heading', text: text('By card') },
        { kind: 'button', label: text('Pay {amount}', { amount }), url },
      ]
    : [];
  const isByTransfer = order.paymentMethod === 'bank_transfer';
  const transfer: MailPart[] =
    isByTransfer || takesTransfers(order.billingCountry, shop.public)
      ? transferParts(
          shop,
          // The mail already says when it is or was due.
          { amount: open, code: payment.reference, deadline: null, isLaterInstalment: payment.position > 1 },
          text('By bank transfer'),
        )
      : [];
  return isByTransfer ? [...transfer, ...card] : [...card, ...transfer];
}

export const longDate = (shop: Shop, moment: Date): string => formatDate(moment, shop.public);
