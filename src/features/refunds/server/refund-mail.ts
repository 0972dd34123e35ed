import { datedLine } from '#features/cart/domain/line-occasion.ts';
import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import type { OrderRow } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { formatMoney, sum } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { AmountRow, MailPart, MailText } from '#platform/mail/mail-content.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import type { RefundLineRow } from './refund-lines-store.ts';
import type { RefundRow } from './refund-store.ts';
import { accountEnd } from './sealed-details.ts';

export interface RefundMailParts {
  readonly shop: Shop;
  readonly shopUrl: string;
  readonly sealer: Sealer;
}

export interface MailedRefund
  extends Pick<RefundRow, 'id' | 'code' | 'isWholePlan' | 'total' | 'shippingRefund' | 'toCard' | 'bankSealed'> {
  readonly lines: readonly MailedLine[];
}

interface MailedLine extends Pick<RefundLineRow, 'frozen' | 'fullName' | 'fee' | 'amount' | 'refundFee' | 'feeRefund'> {
  /** The part of `refundFee` that is not a fee, but kept because only a smaller amount was refunded. */
  readonly notRefunded: number;
}

/** What one mail says, around the amounts of the refund. */
interface Draft {
  subject: string;
  preheader: string;
  title: string;
  before: MailPart[];
  /** Default: the refund's code. */
  heading?: string;
  /** The last rows of the amounts. Default: the total. */
  totals?: AmountRow[];
  /** Null: no sentence with the masked account. */
  account: ((account: { strong: string }) => MailText) | null;
  after?: MailPart[];
  /** Tells several mails of one step apart: each number is mailed once. Default: 1. */
  keyNumber?: number;
  /** Default: to the refund's page. */
  button?: { label: string; url: string };
}

export async function sendRefundMail(
  tx: Tx,
  parts: RefundMailParts,
  refund: MailedRefund,
  order: OrderRow,
  step: 'requested' | 'cancelled' | 'made' | 'refused' | 'bank-details' | 'account' | 'processed',
  now: Date,
  draft: Draft,
): Promise<void> {
  const { shop, shopUrl } = parts;
  const { text } = languageOfShop(shop.public);
  const { keyNumber = 1 } = draft;
  const end = draft.account && accountEnd(parts.sealer, refund);
  const account: MailPart[] = draft.account && end ? [{ kind: 'paragraph', text: draft.account({ strong: end }) }] : [];
  const card: MailPart[] =
    refund.toCard && draft.account && step !== 'bank-details'
      ? [{ kind: 'paragraph', text: text('It will go back to the card you paid with.') }]
      : [];
  const total = { label: text('Refund'), amount: formatMoney(refund.total, shop.public), isTotal: true };
  await enqueueMail(
    tx,
    {
      key: `refund:${refund.id}:${step}${keyNumber === 1 ? '' : `:${keyNumber}`}`,
      kind: `refund-${step}`,
      recipient: order.customerEmail,
      orderId: order.id,
      content: composeMail(mailLook(shop, shopUrl), {
        subject: draft.subject,
        preheader: draft.preheader,
        title: draft.title,
        parts: [
          ...draft.before,
          { kind: 'heading', text: draft.heading ?? text('Refund {code}', { code: refund.code }) },
          { kind: 'amounts', rows: [...rowsOf(shop, refund, order), ...(draft.totals ?? [total])] },
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

/** The rows of amounts above the total. */
function rowsOf(shop: Shop, { lines, isWholePlan, shippingRefund }: MailedRefund, order: OrderRow): AmountRow[] {
  const language = languageOfShop(shop.public);
  const { text } = language;
  const money = (amount: number): string => formatMoney(amount, shop.public);
  const rows = lines.map(
    ({ frozen, fullName, fee, amount, refundFee, feeRefund, notRefunded }): AmountRow => ({
      label: frozen.name,
      notes: [
        ...fullWhenAndWhere(language, datedLine(frozen, shop.public.events), shop.public),
        ...(fullName ? [fullName] : []),
        ...(isWholePlan || fee === feeRefund
          ? []
          : [text('without the booking fee of {fee}', { fee: money(fee - feeRefund) })]),
        ...(isWholePlan || refundFee === notRefunded
          ? []
          : [text('after a refund fee of {fee}', { fee: money(refundFee - notRefunded) })]),
        ...(isWholePlan || notRefunded === 0 ? [] : [text('{amount} not refunded', { amount: money(notRefunded) })]),
      ],
      amount: isWholePlan ? '' : money(amount - feeRefund),
    }),
  );
  const feesBack = sum(lines.map(({ feeRefund }) => feeRefund));
  if (isWholePlan) {
    const notRefunded = sum(lines.map((line) => line.notRefunded));
    const fees = sum(lines.map(({ fee, refundFee }) => fee + refundFee)) - feesBack - notRefunded;
    rows.push({ label: text('Paid so far'), amount: money(order.totalPaid) });
    rows.push({ label: text('Booking and refund fees'), amount: money(-fees) });
    if (notRefunded > 0) rows.push({ label: text('Not refunded'), amount: money(-notRefunded) });
  } else {
    if (feesBack > 0) rows.push({ label: text('Booking fee'), amount: money(feesBack) });
    if (shippingRefund > 0) rows.push({ label: text('Shipping'), amount: money(shippingRefund) });
  }
  return rows;
}
