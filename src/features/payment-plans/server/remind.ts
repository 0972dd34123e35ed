import { bankTransferHtml, transferTemplate } from '#features/orders/domain/bank-transfer-text.ts';
import { isOverdue } from '#features/orders/domain/payment-view.ts';
import { type OrderMailParts, type OrderRow, type PaymentRow, sendOrderMail } from '#features/orders/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { graceEndsAt, type ReminderStage } from '../domain/reminders.ts';

export interface Reminded {
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  /** Of the whole plan, for 'Instalment 2 of 4'. */
  readonly payments: readonly PaymentRow[];
  readonly stage: ReminderStage;
}

/** Mails that an instalment will be due, is due or is overdue, with the ways to pay it. Once for each stage. */
export async function mailReminder(tx: Tx, parts: OrderMailParts, reminded: Reminded, now: Date): Promise<void> {
  const { shop } = parts;
  const { order, payment, payments, stage } = reminded;
  const missing = formatMoney(payment.amount - payment.paid_amount, shop.public);
  const name = `Instalment ${payment.position} of ${payments.length}`;
  const due = longDate(shop, payment.due_at);
  const words = wordsOf(stage, { name, order: order.code, due });
  await sendOrderMail(tx, parts, order, `instalment-${stage}:${payment.reference}`, now, {
    subject: words.subject,
    preheader: `${missing}, due on ${due}`,
    title: words.title,
    parts: [
      { kind: 'paragraph', text: words.text },
      {
        kind: 'facts',
        rows: [
          { label: 'Amount', value: missing },
          { label: 'Due', value: due },
          { label: 'Reference', value: payment.reference },
        ],
      },
      ...waysToPay(parts, order, payment),
      ...warning(shop, payment, now),
      {
        kind: 'paragraph',
        text: [
          { link: 'Your order', url: parts.shopUrl + paths.order(order.code) },
          ' shows the whole plan. If you have paid already, you need not do anything.',
        ],
      },
    ],
  });
}

function wordsOf(stage: ReminderStage, { name, order, due }: { name: string; order: string; due: string }) {
  switch (stage) {
    case 'week-before':
      return {
        subject: `${name} for order ${order} is due on ${due}`,
        title: 'Your next instalment',
        text: [`${name} for your order `, { strong: order }, ' is due on ', { strong: due }, '.'],
      };
    case 'due':
      return {
        subject: `${name} for order ${order} is due`,
        title: 'Your instalment is due',
        text: [`${name} for your order `, { strong: order }, ' is due. Its date is ', { strong: due }, '.'],
      };
    case 'overdue':
    case 'still-overdue':
      return {
        subject: `${name} for order ${order} is overdue`,
        title: 'Your instalment is overdue',
        text: [
          `${name} for your order `,
          { strong: order },
          ' was due on ',
          { strong: due },
          ' and has not reached us yet.',
        ],
      };
  }
}

/** By card on its page and by transfer naming its reference (decision 15), whichever the shop takes; the order's own way first. */
function waysToPay({ shop, shopUrl }: OrderMailParts, order: OrderRow, payment: PaymentRow): MailPart[] {
  const open = payment.amount - payment.paid_amount;
  const takesTransfer =
    shop.public.shopPaymentBankTransfer && shop.public.shopPaymentBankTransferCountries.includes(order.billing_country);
  const amount = formatMoney(open, shop.public);
  const url = shopUrl + paths.payment(order.code, order.checksum, payment.reference);
  const card: MailPart[] = shop.public.shopPaymentCreditCard
    ? [
        { kind: 'heading', text: 'By card' },
        { kind: 'button', label: `Pay ${amount}`, url },
      ]
    : [];
  const isByTransfer = order.payment_method === 'bank_transfer';
  const html = bankTransferHtml(transferTemplate(shop.public.texts, { isLaterPart: payment.position > 1 }), {
    amount,
    code: payment.reference,
  });
  const transfer: MailPart[] =
    isByTransfer || takesTransfer
      ? [
          { kind: 'heading', text: 'By bank transfer' },
          { kind: 'operator-html', html },
        ]
      : [];
  return isByTransfer ? [...transfer, ...card] : [...card, ...transfer];
}

/** What the operator's rule will do to a plan that stays overdue. */
function warning(shop: Shop, payment: PaymentRow, now: Date): MailPart[] {
  const isLate = isOverdue({ status: payment.status, dueAt: payment.due_at }, shop.public.timezone, now);
  if (shop.private.planOverdue !== 'cancel' || !isLate) return [];
  const end = graceEndsAt({ dueAt: payment.due_at, timezone: shop.public.timezone }, shop.private.planGraceDays);
  return [
    {
      kind: 'notice',
      tone: 'warn',
      text: ['If it does not reach us by ', { strong: longDate(shop, end) }, ', we have to cancel your order.'],
    },
  ];
}

export const longDate = (shop: Shop, moment: Date): string =>
  new Intl.DateTimeFormat(shop.public.locale === 'en' ? 'en-GB' : shop.public.locale, {
    dateStyle: 'long',
    timeZone: shop.public.timezone,
  }).format(moment);
