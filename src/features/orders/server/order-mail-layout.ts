import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import { datedLine } from '#features/cart/domain/line-occasion.ts';
import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import { shippingLabel } from '#features/pricing/words/shipping-label.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { type MailedTickets, ticketsByMail } from '#features/tickets/server/public.ts';
import { printedNumber } from '#kernel/account-number.ts';
import { formatDate, formatDateTime, formatTime } from '#kernel/dates.ts';
import { formatMoney, minor } from '#kernel/money.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { AmountRow, MailDraft, MailPart } from '#platform/mail/mail-content.ts';
import type { MailKind } from '#platform/mail/mail-kinds.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMails, type NewMail } from '#platform/mail/outbox.ts';
import type { AttachmentRequest } from '#platform/mail/outbox-store.ts';
import { linkCode } from '#platform/secrets/link-codes.ts';
import { bankTransferHtml, type OpenTransfer, transferTemplate } from '../domain/bank-transfer-text.ts';
import { laterPayments } from '../domain/due-today.ts';
import { isPayable } from '../domain/payment-status.ts';
import { transferCodes } from '../domain/transfer-codes.ts';
import { thenLater } from '../words/due-today.ts';
import { partlyPaid } from '../words/partly-paid.ts';
import { codeCaption, codeLabel } from '../words/transfer-codes.ts';
import { meetingPointsOf } from './meeting-points-store.ts';
import type { OrderLineRow, OrderRow } from './order-store.ts';
import type { PaymentRow } from './payment-store.ts';

export interface OrderMailParts {
  readonly shop: Shop;
  readonly shopUrl: string;
  /** Whether the operator sends the mail again. */
  readonly again?: boolean;
}

type OrderMailKind = MailKind | `${MailKind}:${string}`;
type OrderMailDraft = Omit<MailDraft, 'reason'>;

/** A mail, and the mails that follow with the tickets for which it has no room. */
export interface OrderMail {
  readonly first: NewMail;
  readonly more: readonly NewMail[];
}

/**
 * A mail about an order. Each kind, including the part after its colon, is sent once per order unless `again` is set.
 * Tickets are attached by their codes; tickets that do not fit follow in further mails.
 */
export function orderMail(
  parts: OrderMailParts,
  order: OrderRow,
  kind: OrderMailKind,
  draft: OrderMailDraft,
  ticketCodes: readonly string[] = [],
): OrderMail {
  const [first, ...more] = ticketsByMail(ticketCodes);
  const key = parts.again ? null : `order:${order.id}:${kind}`;
  return {
    first: {
      key,
      kind: kind.split(':')[0] as MailKind,
      recipient: order.customerEmail,
      orderId: order.id,
      content: composeMail(mailLook(parts.shop, parts.shopUrl), { ...draft, reason: reasonOf(parts) }),
      attachments: attached(first?.tickets ?? []),
    },
    more: more.map((tickets) => moreTickets(parts, order, key, tickets)),
  };
}

/** Sends mails about orders. If a mail was sent before, so were the mails that follow it. */
export async function sendOrderMails(tx: Tx, mails: readonly OrderMail[], now: Date): Promise<void> {
  const areNew = await enqueueMails(
    tx,
    mails.map(({ first }) => first),
    now,
  );
  const more = mails.flatMap((mail, index) => (areNew[index] ? mail.more : []));
  await enqueueMails(tx, more, now);
}

export const sendOrderMail = (
  tx: Tx,
  parts: OrderMailParts,
  order: OrderRow,
  kind: OrderMailKind,
  now: Date,
  draft: OrderMailDraft,
  ticketCodes?: readonly string[],
): Promise<void> => sendOrderMails(tx, [orderMail(parts, order, kind, draft, ticketCodes)], now);

/** Each mail has its own row, so that if one cannot be delivered, the others are not sent again. */
function moreTickets(
  parts: OrderMailParts,
  order: OrderRow,
  key: string | null,
  { tickets, from, to, total }: MailedTickets<string>,
): NewMail {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  return {
    key: key && `${key}:tickets-from-${from}`,
    kind: 'more-tickets',
    recipient: order.customerEmail,
    orderId: order.id,
    content: composeMail(mailLook(parts.shop, parts.shopUrl), {
      subject: text('Tickets {from} to {to} of {total}, order {code}', { from, to, total, code: order.code }),
      preheader: text('They do not all fit in one email.'),
      title: text('More of your tickets'),
      reason: reasonOf(parts),
      parts: [
        {
          kind: 'paragraph',
          text: textNodes('Tickets {from} to {to} of {total} from your order {code} are attached to this email.', {
            from: String(from),
            to: String(to),
            total: String(total),
            code: { strong: order.code },
          }),
        },
        ...portalParts(parts, order),
      ],
    }),
    attachments: attached(tickets),
  };
}

const reasonOf = ({ shop }: OrderMailParts): string => {
  const { text } = languageOfShop(shop.public);
  return text('You are receiving this email because you placed an order with {shop}.', { shop: shop.public.name });
};

const attached = (codes: readonly string[]): AttachmentRequest[] => codes.map((code) => ({ kind: 'ticket', code }));

/** The order's amounts, and a plan's payments if given. `planSum` is emphasised instead of the total. */
export function orderParts(
  shop: Shop,
  order: OrderRow,
  { lines, payments = [], meetingPoints }: OrderInMail,
  planSum: AmountRow | null = null,
): MailPart[] {
  const { text, translate } = languageOfShop(shop.public);
  const rows: AmountRow[] = lines.map((line) => {
    const item = line.frozen as FrozenItem;
    return { label: item.name, notes: notesOf(shop, line, meetingPoints), amount: money(shop, line.price + line.fee) };
  });
  if (order.shippingAmount > 0) {
    rows.push({
      label: translate(shippingLabel(order.shippingCountry, shop.public)),
      amount: money(shop, order.shippingAmount),
    });
  }
  if (order.discountAmount > 0) {
    rows.push({ label: order.discountName ?? text('Discount'), amount: money(shop, -order.discountAmount) });
  }
  const total = { label: text('Total including taxes and fees'), amount: money(shop, order.totalPrice) };
  rows.push(...(planSum ? [total, planSum] : [{ ...total, isTotal: true }]));
  const parts: MailPart[] = [
    { kind: 'heading', text: text('Order {code}', { code: order.code }) },
    { kind: 'amounts', rows },
  ];
  if (order.hasPaymentPlan && payments.length > 0) {
    parts.push({ kind: 'heading', text: text('Payment plan') });
    parts.push({
      kind: 'amounts',
      rows: payments.map((payment) => ({
        label: payment.reference,
        notes: [
          ...(payment.amount > 0
            ? [payment.status === 'paid' ? text('Paid') : text('Due {day}', { day: date(shop, payment.dueAt) })]
            : []),
          ...partNote(shop, payment),
          ...(payment.waivedAmount > 0 ? [text('{amount} waived', { amount: money(shop, payment.waivedAmount) })] : []),
        ],
        amount: money(shop, payment.amount),
      })),
    });
  }
  return parts;
}

function partNote(shop: Shop, { amount, paidAmount, status }: PaymentRow): string[] {
  const inPart = status === 'cancelled' ? null : partlyPaid({ amount, paid: paidAmount }, shop.public);
  return inPart ? [languageOfShop(shop.public).translate(inPart)] : [];
}

/**
 * For a plan: the first payment until something is paid, after that the sum paid so far, each with the later payments.
 * Null without a plan, and once everything is paid.
 */
export function planSumRow(shop: Shop, order: OrderRow, payments: readonly PaymentRow[], now: Date): AmountRow | null {
  const open = payments.filter(({ status }) => isPayable(status));
  const [first, ...more] = open;
  if (!order.hasPaymentPlan || !first) return null;
  const { text, translate } = languageOfShop(shop.public);
  const isNew = order.totalPaid === 0 && first.position === 1;
  const isToday = order.paymentMethod !== 'bank_transfer' && date(shop, order.createdAt) === date(shop, now);
  const later = laterPayments(
    (isNew ? more : open).map((payment) => ({
      amount: minor(payment.amount - payment.paidAmount),
      dueAt: payment.dueAt,
    })),
  );
  const firstLabel = isToday ? text('Due today') : text('First payment');
  return {
    label: isNew ? firstLabel : text('Paid so far'),
    notes: later ? [translate(thenLater(later, now, shop.public))] : [],
    amount: money(shop, isNew ? first.amount : order.totalPaid),
    isTotal: true,
  };
}

type MeetingPoints = ReadonlyMap<number, string>;

export interface OrderInMail {
  readonly lines: readonly OrderLineRow[];
  /** If set, the mail lists the payments of a plan. */
  readonly payments?: readonly PaymentRow[];
  readonly meetingPoints: MeetingPoints;
}

function whenOfLine(shop: Shop, line: OrderLineRow, meetingPoints: MeetingPoints): string[] {
  const dated = datedLine(line.frozen as FrozenItem, shop.public.events);
  const meeting_point = meetingPoints.get(line.itemId);
  return fullWhenAndWhere(languageOfShop(shop.public), { ...dated, meeting_point }, shop.public);
}

function notesOf(shop: Shop, line: OrderLineRow, meetingPoints: MeetingPoints): string[] {
  const when = whenOfLine(shop, line, meetingPoints);
  return line.fullName ? [...when, line.fullName] : when;
}

/** Lists the items with their day and place, each once, for mails that do not list the order's items. */
export async function datedFacts(
  db: Queryable,
  shop: Shop,
  lines: readonly OrderLineRow[],
): Promise<{ label: string; value: string }[]> {
  const meetingPoints = await meetingPointsOf(db, lines);
  const whenByName = new Map(
    lines.map((line) => {
      const { name } = line.frozen as FrozenItem;
      const when = whenOfLine(shop, line, meetingPoints).join(', ');
      return [`${name} ${when}`, { label: name, value: when }];
    }),
  );
  return [...whenByName.values()].filter(({ value }) => value !== '');
}

/** A button to the order in the portal, or a link if `above` already contains a button, because a mail has only one. */
export const portalParts = (parts: OrderMailParts, order: OrderRow, above: readonly MailPart[] = []): MailPart[] => {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const url = parts.shopUrl + paths.order(order.code);
  if (above.some(({ kind }) => kind === 'button')) {
    const link = { link: text('Your order in the portal'), url };
    return [{ kind: 'paragraph', text: textNodes('{order} shows your items, tickets and payments.', { order: link }) }];
  }
  return [
    { kind: 'paragraph', text: text('You can find everything about your order, tickets and payments in the portal.') },
    { kind: 'button', label: text('View your order'), url },
  ];
};

/** The operator's text, then the values to enter. The default heading is 'Awaiting payment'. */
export const transferParts = (shop: Shop, transfer: OpenTransfer, heading?: string): MailPart[] => {
  const { text } = languageOfShop(shop.public);
  const amount = money(shop, transfer.amount);
  const words = bankTransferHtml(transferTemplate(shop.public.texts, transfer), { amount, code: transfer.code });
  const account = shop.public.shopPaymentBankTransferAccount;
  const parts: MailPart[] = [
    { kind: 'heading', text: heading ?? text('Awaiting payment') },
    { kind: 'operator-html', html: words },
  ];
  if (!account) return parts;
  const rows = [
    { label: text('Payee'), value: account.payee },
    { label: text('IBAN'), value: printedNumber(account.iban) },
    ...(account.bic ? [{ label: text('BIC'), value: account.bic }] : []),
    ...(account.bank ? [{ label: text('Bank'), value: account.bank }] : []),
    { label: text('Amount'), value: amount },
    { label: text('Reference'), value: transfer.code },
    ...(transfer.deadline ? [{ label: text('Transfer by'), value: formatDate(transfer.deadline, shop.public) }] : []),
  ];
  return [...parts, { kind: 'facts', rows }, ...codeParts(shop, transfer)];
};

/** The payment codes for the account. There are two only if its country has its own standard. */
function codeParts(shop: Shop, transfer: OpenTransfer): MailPart[] {
  const { translate } = languageOfShop(shop.public);
  const codes = transferCodes(shop.public, transfer);
  return codes.map((code) => ({
    kind: 'code-picture',
    draws: code.draws,
    text: code.text,
    alt: translate(codeLabel(code)),
    caption: translate(codeCaption(code, codes.length === 1)),
  }));
}

/** The link that pays one payment without a login. */
export const paymentLink = (parts: OrderMailParts, order: OrderRow, payment: PaymentRow): string =>
  `${parts.shopUrl}/payment-plan-payment/${order.code}/${linkCode(order, 'payment')}/${payment.reference}`;

export const money = (shop: Shop, amount: number): string => formatMoney(amount, shop.public);

export const date = (shop: Shop, moment: Date): string => formatDate(moment, shop.public);

export const dateTime = (shop: Shop, moment: Date): string => formatDateTime(moment, shop.public);

export const owedBackText = (shop: Shop, owed: number) => {
  const { textNodes } = mailLanguage(languageOfShop(shop.public));
  return textNodes('You have paid {amount}. We will contact you about refunding it.', {
    amount: { strong: money(shop, owed) },
  });
};

export const time = (shop: Shop, moment: Date): string => formatTime(moment, shop.public);
