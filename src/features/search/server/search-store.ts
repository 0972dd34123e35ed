import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { SearchMeaning } from '../domain/search-meaning.ts';
import { beginsWith, nameConditions } from './name-matches-store.ts';
import { beginsCode, hasNumber, scannedId, ticketsBeginning, valueIn } from './order-matches-store.ts';

type FoundBy = 'order' | 'payment' | 'ticket' | 'refund' | 'invoice' | 'receipt' | 'buyer' | 'holder';

export interface FoundRow {
  by: FoundBy;
  matched: string;
  order: string | null;
  status: OrderStatus | null;
  customerName: string;
  receipt: number | null;
  amount: number;
  outstanding: number | null;
  /** Null for the shop's currency. */
  currency: string | null;
  at: Date;
}

/** The maximum number of results of each kind. */
export const MAX_RESULTS = 5;

/** What is left to pay; null for a row without an order. An order that was not paid in time can still be paid. */
const outstandingOf = (order: string) =>
  `case when ${order}.id is null then null when ${order}.payment_status = 'cancelled' then 0
    else greatest(${order}.total_price - ${order}.total_paid, 0) end`;

export const found = (by: FoundBy, matched: string, order = 'o') => `
  '${by}' as by, ${matched} as matched, ${order}.code as order, ${order}.payment_status as status,
  ${order}.customer_name as "customerName", null as receipt, ${order}.total_price as amount, ${outstandingOf(order)} as outstanding, null as currency,
  ${order}.created_at as at`;

const newest = (rows: string) => `select * from (${rows}) as match order by at desc limit ${MAX_RESULTS}`;

const MONEY = `
  select 'receipt' as by, coalesce(r.bank_reference, r.transaction) as matched, o.code as order, o.payment_status as status,
    coalesce(o.customer_name, '') as "customerName", r.id as receipt, r.amount, ${outstandingOf('o')} as outstanding, r.currency, r.received_at as at
  from receipts r left join orders o on o.id = r.order_id`;

/**
 * The maximum number of matches that are sorted. If more people share a first name, the five that are shown may not be
 * the newest; sorting all of them would take longer than typing the next letter.
 */
const MAX_NAMES = 1_000;

/** A name may be typed from its beginning or from the beginning of the last name. */
const byName = (by: FoundBy, from: string, name: string, text: string) =>
  newest(
    nameConditions(`search_key(${name})`, '$1', text)
      .map(
        (condition) =>
          `(select ${found(by, name)} from ${from} where ${name} <> '' and ${condition} limit ${MAX_NAMES})`,
      )
      .join(' union '),
  );

const byEmail = (by: FoundBy, from: string, email: string) =>
  newest(`
  select ${found(by, email)} from ${from} where ${beginsWith(`lower(${email})`, '$1')} and ${email} <> ''`);

export const TICKET = 'tickets t join orders o on o.id = t.order_id';

/** The statements for each kind of meaning. */
const STATEMENTS = {
  order: [`select ${found('order', 'o.code')} from orders o where o.code = $1`],
  order_beginning: [
    `select ${found('order', 'o.code')} from orders o where ${beginsCode('o.code', '$1')} order by o.code limit ${MAX_RESULTS}`,
  ],
  payment: [
    `select ${found('payment', 'p.reference')} from payments p join orders o on o.id = p.order_id where p.reference = $1`,
  ],
  refund: [`select ${found('refund', 'r.code')} from refunds r join orders o on o.id = r.order_id where r.code = $1`],
  // The code admits its holder, so the answer has the name instead.
  ticket: [
    `select ${found('ticket', 't.full_name')} from ${TICKET}
     where t.code = $1 or t.id = (select ticket_id from revoked_tickets where code = $1 limit 1)`,
  ],
  ticket_beginning: [
    `select ${found('ticket', 't.full_name')} from ${TICKET}
     where t.id in (${ticketsBeginning('$1')})
     order by o.created_at desc limit ${MAX_RESULTS}`,
  ],
  scanned: [
    `select ${found('ticket', 't.full_name')} from ${TICKET}
     where ${scannedId('t.code')} = $1`,
  ],
  invoice: [
    `select ${found('invoice', 'i.code')} from invoices i join orders o on o.id = i.order_id where i.code = $1`,
  ],
  receipt: [
    `${MONEY} where ${hasNumber('r', '$1')} limit ${MAX_RESULTS}`,
    `select ${found('refund', 'r.code')}
     from refund_bank_lines b join refunds r on r.id = b.refund_id join orders o on o.id = r.order_id
     where ${hasNumber('b', '$1')} limit ${MAX_RESULTS}`,
  ],
  receipt_id: [`${MONEY} where r.id = $1`],
  amount: [
    `select ${found('order', 'o.code')} from orders o where o.total_price = $1 order by o.created_at desc limit ${MAX_RESULTS}`,
    `${MONEY} where r.amount = $1 order by r.received_at desc limit ${MAX_RESULTS}`,
    // Finds payments of which exactly this amount is still open.
    `select ${found('payment', 'p.reference')} from payments p join orders o on o.id = p.order_id
     where p.amount - p.paid_amount = $1 and p.status in ('pending', 'processing', 'partial', 'problem')
     order by p.due_at limit ${MAX_RESULTS}`,
  ],
  email: [byEmail('buyer', 'orders o', 'o.customer_email'), byEmail('holder', TICKET, 't.email')],
} as const satisfies Record<Exclude<SearchMeaning['kind'], 'name'>, readonly string[]>;

/** Only money without an order is found by its payer; other money is found by its order. */
const PAYER_WITHOUT_ORDER = `${MONEY}
  where r.order_id is null and r.source = 'bank' and r.undone_at is null
    and position(search_key($1) in search_key(r.said)) > 0
  order by r.received_at desc limit ${MAX_RESULTS}`;

const statementsOf = (meaning: SearchMeaning): readonly string[] =>
  meaning.kind === 'name'
    ? [
        byName('buyer', 'orders o', 'o.customer_name', meaning.beginning),
        byName('holder', TICKET, 't.full_name', meaning.beginning),
        PAYER_WITHOUT_ORDER,
      ]
    : STATEMENTS[meaning.kind];

/** Returns what the meanings find, up to five of each kind. */
export async function findAll(db: Queryable, meanings: readonly SearchMeaning[]): Promise<FoundRow[]> {
  const wanted = meanings.flatMap((meaning) =>
    statementsOf(meaning).map((statement) => ({ statement, value: valueIn(meaning) })),
  );
  const lists = await Promise.all(wanted.map(({ statement, value }) => db.rows<FoundRow>(statement, [value])));
  return lists.flat();
}
