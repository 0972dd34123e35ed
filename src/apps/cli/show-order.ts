import { orderView } from '#apps/server/order-views/order-views.ts';
import { returnReasonsOf } from '#features/bank-statements/server/public.ts';
import { chargedBackOf } from '#features/ledger/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { heldUntil } from '#features/orders/domain/held-until.ts';
import { type OrderRow, orderByCode } from '#features/orders/server/public.ts';
import { attentionText } from '#features/payments/domain/attention.ts';
import { type ReceiptRow, receiptsOfOrder } from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { type AuditLine, auditsOf } from '#features/staff/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { snakeCased } from './json.ts';
import { plain, tableText } from './table.ts';
import { dayText, momentText, moneyText, numberText, reasonText } from './values.ts';

/** At most this many of the newest audit entries are shown. */
const MAX_ENTRIES = 1_000;

interface Shown {
  row: OrderRow;
  order: Order;
  receipts: ReceiptRow[];
  audit: AuditLine[];
  /** By the receipt's id. */
  chargedBack: ReadonlyMap<number, ChargedBack>;
}

interface ChargedBack {
  readonly amount: number;
  readonly reason: string;
}

async function findShown(db: Db, shop: Shop, code: string, now: Date): Promise<Shown | null> {
  const row = await orderByCode(db, code);
  if (!row) return null;
  const order = await orderView(db, row, shop, now);
  const receipts = await receiptsOfOrder(db, row.id);
  return {
    row,
    order,
    receipts,
    chargedBack: await chargedBackFrom(db, receipts),
    audit: (await auditsOf(db, [row.code], MAX_ENTRIES)).reverse(),
  };
}

async function chargedBackFrom(db: Db, receipts: readonly ReceiptRow[]): Promise<Map<number, ChargedBack>> {
  const taken = await chargedBackOf(
    db,
    receipts.map(({ id }) => id),
  );
  const reasons = await returnReasonsOf(
    db,
    taken.map(({ movement }) => movement),
  );
  return new Map(
    taken.map(({ receiptId, amount, movement }) => [receiptId, { amount, reason: reasons.get(movement) ?? '' }]),
  );
}

/** Returns everything about an order for programs, or null. Leaves out link codes, which give anybody access. */
export async function orderAsJson(db: Db, shop: Shop, code: string, now: Date): Promise<string | null> {
  const found = await findShown(db, shop, code, now);
  if (!found) return null;
  const order = Object.fromEntries(Object.entries(found.order).filter(([name]) => !name.endsWith('checksum')));
  const customer = { name: found.row.customerName, email: found.row.customerEmail };
  return JSON.stringify({ ...order, customer, receipts: snakeCased(found.receipts), audit: found.audit }, null, 2);
}

/** Returns everything about an order as text for people, or null if there is none. */
export async function orderAsText(db: Db, shop: Shop, code: string, now: Date): Promise<string | null> {
  const found = await findShown(db, shop, code, now);
  if (!found) return null;
  const { row, order } = found;
  const money = (amount: number) => moneyText(amount, shop);
  const until = heldUntil(row);
  const facts = [
    ['Order', order.code],
    ['Customer', plain(`${row.customerName} <${row.customerEmail}>`)],
    ['Received', `${momentText(row.createdAt, shop)} via ${order.staff}`],
    ['Status', `${order.payment_status}, by ${order.payment_method}`],
    ['Total', `${money(order.total_price)}, paid ${money(order.total_paid)}, refunded ${money(order.total_refunded)}`],
    ...(order.discount_amount > 0 ? [['Discount', `${money(order.discount_amount)} (${order.discount_name})`]] : []),
    ['Terms', row.termsAcceptedAt ? `accepted ${momentText(row.termsAcceptedAt, shop)}` : 'open'],
    ...(order.saved_card ? [['Card', cardText(order.saved_card)]] : []),
    ...(until ? [['Held until', momentText(until, shop)]] : []),
  ];
  return [
    tableText(facts),
    section('Items', itemRows(order, shop)),
    section(
      'Payments',
      order.payments.map((payment) => [
        payment.reference,
        money(payment.amount),
        payment.payment_status + (payment.overdue ? ', overdue' : payment.due ? ', due' : ''),
        `due ${dayText(new Date(payment.due_at), shop)}`,
        payment.paid_at ? `paid ${dayText(new Date(payment.paid_at), shop)}` : '',
        payment.attempt > 0 ? `${payment.attempt} ${payment.attempt === 1 ? 'attempt' : 'attempts'}` : '',
      ]),
      [1],
    ),
    section(
      'Money received',
      found.receipts.map((receipt) => [
        `receipt ${receipt.id}`,
        momentText(receipt.receivedAt, shop),
        `${receipt.source} ${numberText(receipt)}`,
        receipt.currency === shop.public.currency ? money(receipt.amount) : `${receipt.amount} ${receipt.currency}`,
        receipt.attention ? attentionText[receipt.attention] : '',
        chargedBackText(found.chargedBack.get(receipt.id), money),
        receipt.undoneAt ? `undone on ${dayText(receipt.undoneAt, shop)}` : plain(settledText(receipt)),
      ]),
      [3],
    ),
    section(
      'History',
      found.audit.map(({ at, actor, action, details }) => [
        momentText(at, shop),
        plain(actor),
        plain(action.replace(/^order\./, '').replaceAll(/[._-]/g, ' ')),
        plain(detailsText(details, shop)),
      ]),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function chargedBackText(taken: ChargedBack | undefined, money: (amount: number) => string): string {
  if (!taken) return '';
  return `${money(taken.amount)} charged back${taken.reason === '' ? '' : plain(`: ${taken.reason}`)}`;
}

const settledText = ({ settledAt, note }: ReceiptRow): string => (settledAt ? `settled: ${note}` : '');

/** Describes the card that was saved for a plan's later instalments. */
function cardText({ label, expires, is_charged: isCharged }: NonNullable<Order['saved_card']>): string {
  const [year, month] = expires?.split('-') ?? [];
  return [
    plain(label),
    ...(month ? [`expires ${month}/${year}`] : []),
    isCharged ? 'charged for the later instalments' : 'no longer charged, because a payment was charged back',
  ].join(', ');
}

const AMOUNTS = ['total', 'amount', 'suspended', 'lost', 'owed', 'still', 'taken', 'returned'];

/** Returns the non-empty details of an audit entry, such as `amount €48.00, said SLK 7Q4MXD`. */
const detailsText = (details: AuditLine['details'], shop: Shop): string =>
  Object.entries(details)
    .filter(([, value]) => value !== 0 && value !== '' && value !== null && value !== false)
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => {
      if (AMOUNTS.includes(name) && typeof value === 'number') return `${name} ${moneyText(value, shop)}`;
      if (name === 'reason') return `reason ${reasonText(String(value))}`;
      return `${name} ${Array.isArray(value) ? value.join(' and ') : value}`;
    })
    .join(', ');

const section = (title: string, rows: string[][], right: number[] = []): string =>
  rows.length === 0 ? '' : `${title}\n${tableText(rows, right).replace(/^/gm, '  ')}`;

function itemRows(order: Order, shop: Shop): string[][] {
  const price = (item: { price: number; fee: number }) => moneyText(item.price + item.fee, shop);
  const rows = [
    ...order.tickets.map((ticket) => [
      ticket.product,
      plain(`${ticket.full_name} <${ticket.email}>`),
      ticket.travel_time ? momentText(new Date(ticket.travel_time), shop) : '',
      price(ticket),
      ticket.status === 'active' && ticket.pending ? 'not valid until paid' : ticket.status,
      ticket.code,
    ]),
    ...order.merchandisePurchases.map((bought) => [
      bought.merchandise,
      '',
      '',
      price(bought),
      bought.status,
      bought.code,
    ]),
    ...order.cartProducts.map((item) => [
      item.product,
      plain(`${item.full_name} <${item.email}>`),
      item.travel_time ? momentText(new Date(item.travel_time), shop) : '',
      price(item),
      'not issued',
      '',
    ]),
    ...order.cartMerchandise.map((item) => [item.merchandise, '', '', price(item), 'not issued', '']),
  ];
  if (order.shipping_amount > 0) rows.push(['Shipping', '', '', moneyText(order.shipping_amount, shop), '', '']);
  return rows;
}
