import type { OrderRow } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { AmountRow, MailPart } from '#platform/mail/mail-content.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { linesOfRefunds, type RefundRow } from './refund-store.ts';
import { accountEnd } from './sealed-details.ts';

export interface RefundMailParts {
  readonly shop: Shop;
  readonly shopUrl: string;
  readonly sealer: Sealer;
}

/** Tells that the request is here, what it comes to, and that it can still be taken back. */
export const mailRefundRequested = (tx: Tx, parts: RefundMailParts, refund: RefundRow, order: OrderRow, now: Date) =>
  send(tx, parts, refund, order, 'requested', now, {
    subject: `We have received your refund request ${refund.code}`,
    preheader: `${money(parts.shop, refund.total)}, order ${order.code}`,
    title: 'We have received your refund request',
    before: [
      {
        kind: 'paragraph',
        text: ['You asked for a refund for your order ', { strong: order.code }, '. We will look into it.'],
      },
      {
        kind: 'paragraph',
        text: 'What you want to give back cannot be used or changed from now on. Until we begin to work on the request you can cancel it on its page, and everything is as before.',
      },
    ],
    account: 'It will be paid to the account',
  });

/** Tells that the customer's items are as they were. */
export const mailRefundCancelled = (tx: Tx, parts: RefundMailParts, refund: RefundRow, order: OrderRow, now: Date) =>
  send(tx, parts, refund, order, 'cancelled', now, {
    subject: `Your refund request ${refund.code} was cancelled`,
    preheader: 'Everything is as it was before',
    title: 'Your refund request was cancelled',
    before: [
      {
        kind: 'paragraph',
        text: [
          'The refund request for your order ',
          { strong: order.code },
          ' was cancelled, and nothing is paid back. Tickets in it are valid again, with the same codes, and we have erased the bank details.',
        ],
      },
    ],
    account: null,
  });

/** Tells that the money is paid. */
export const mailRefundDone = (tx: Tx, parts: RefundMailParts, refund: RefundRow, order: OrderRow, now: Date) =>
  send(tx, parts, refund, order, 'processed', now, {
    subject: `Your refund ${refund.code} is paid`,
    preheader: `${money(parts.shop, refund.total)} is on its way to your account`,
    title: 'Your refund is paid',
    before: [
      {
        kind: 'paragraph',
        text: [
          'We have paid ',
          { strong: money(parts.shop, refund.total) },
          ' for your order ',
          { strong: order.code },
          '. It can take a few working days until you see it on your account.',
        ],
      },
    ],
    account: 'It was paid to the account',
  });

interface Draft {
  subject: string;
  preheader: string;
  title: string;
  before: MailPart[];
  /** The words before the account's hidden number; null: the account is not named. */
  account: string | null;
}

async function send(
  tx: Tx,
  parts: RefundMailParts,
  refund: RefundRow,
  order: OrderRow,
  step: 'requested' | 'cancelled' | 'processed',
  now: Date,
  draft: Draft,
): Promise<void> {
  const { shop, shopUrl } = parts;
  const end = draft.account === null ? null : accountEnd(parts.sealer, refund);
  const account: MailPart[] = end ? [{ kind: 'paragraph', text: [`${draft.account} `, { strong: end }, '.'] }] : [];
  await enqueueMail(
    tx,
    {
      key: `refund:${refund.id}:${step}`,
      kind: `refund-${step}`,
      recipient: order.customer_email,
      content: composeMail(mailLook(shop, shopUrl), {
        subject: draft.subject,
        preheader: draft.preheader,
        title: draft.title,
        parts: [
          ...draft.before,
          { kind: 'heading', text: `Refund ${refund.code}` },
          { kind: 'amounts', rows: await rowsOf(tx, shop, refund, order) },
          ...account,
          { kind: 'button', label: 'See your refund', url: `${shopUrl}/portal/refunds/${refund.code}` },
        ],
        reason: `You get this mail because you ordered at ${shop.public.name}.`,
      }),
    },
    now,
  );
}

async function rowsOf(tx: Tx, shop: Shop, refund: RefundRow, order: OrderRow): Promise<AmountRow[]> {
  const lines = await linesOfRefunds(tx, [refund.id]);
  const rows: AmountRow[] = lines.map((line) => ({
    label: line.frozen.name,
    notes: [...(line.fullName ? [line.fullName] : []), ...feeNote(shop, refund, line.refundFee)],
    amount: refund.isWholePlan ? '' : money(shop, line.amount),
  }));
  if (refund.isWholePlan) {
    const kept = lines.reduce((all, line) => all + line.fee + line.refundFee, 0);
    rows.push({ label: 'Paid so far', amount: money(shop, order.total_paid) });
    rows.push({ label: 'Booking and refund fees', amount: money(shop, -kept) });
  } else if (refund.shippingRefund > 0) {
    rows.push({ label: 'Shipping', amount: money(shop, refund.shippingRefund) });
  }
  rows.push({ label: 'Refund', amount: money(shop, refund.total), isTotal: true });
  return rows;
}

const feeNote = (shop: Shop, refund: RefundRow, fee: number): string[] =>
  refund.isWholePlan || fee === 0 ? [] : [`after a refund fee of ${money(shop, fee)}`];

const money = (shop: Shop, amount: number): string => formatMoney(amount, shop.public);
