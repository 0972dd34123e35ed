import crypto from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type CamtEntry, camtOf } from '#features/bank-statements/testing.ts';
import { MONEY_GROUPS } from '#features/reports/domain/money-groups.ts';
import { RECEIVABLE_GROUPS } from '#features/reports/domain/receivable-groups.ts';
import { SALES_GROUPS } from '#features/reports/domain/sales-groups.ts';
import { storeReportDays } from '#features/reports/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { deviceOf } from '#features/staff/domain/device.ts';
import { type Db, openDb } from '#platform/db/db.ts';
import { type Bench, cpuOf, cpuPerOperation, withShop } from '../bench.ts';
import type { BenchDatabase } from '../databases.ts';
import { copyOrders, placeModelOrders } from '../fill/orders.ts';
import { SPREAD_ITEMS } from '../fill/prepare.ts';
import { Connection } from '../load/connection.ts';
import type { ShopProcess } from '../shop-process.ts';
import { buy, gatewayKeyHex } from './purchase.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const LIST_MS = 100;
const ORDER_MS = 60;
const TODAY_MS = 100;
const REPORT_MS = 300;
const STATEMENT_MS = 2_000;
const STATEMENT_LINES = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** With fewer calls, the 95th percentile would depend on chance. */
const MIN_CALLS = 20;
/** Whether the time is too short for meaningful figures, so that it is enough that everything runs. */
const isTrial = ({ sizes }: Bench): boolean => sizes.seconds < 1;

interface Work {
  what: string;
  call: string;
  /** Returns the `turn`th request; the requests read different rows. */
  request: (turn: number) => object;
  /** The value that the 95th percentile must stay below, in milliseconds. */
  goal: number;
  /** The minimum number of calls. */
  minCalls?: number;
}

/**
 * Measures the calls of one person in the office, one after another, with the highest number of orders in the shop.
 * Then measures purchases while ten people work there, and after them the inbox, Today and the reports again.
 */
export const office = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    const orders = bench.sizes.orders.at(-1)!;
    const models = await placeModelOrders(shop.origin, bench.customers, gatewayKeyHex());
    const customers = { first: 1, count: Math.min(bench.customers - 1, Math.ceil(orders / 2)) };
    await copyOrders(database, models, { orders: orders - models.length, customers });
    await varyStates(database);
    await storeDays(database);
    bench.say(`${orders} orders were written`);
    const token = await createOwner(database, 0);
    const sample = await database.client.query<{ code: string; email: string; reference: string }>(
      `select o.code, o.customer_email as email, p.reference
       from orders o join payments p on p.order_id = o.id
       where o.id % 997 = 1
       order by o.id desc limit 500`,
    );
    const works = worksOf(sample.rows);
    const alone = { shop, connection: new Connection(shop.origin), token, orders };
    for (const work of works) await measureCall(bench, alone, work);
    const sessions = [];
    for (let number = 1; number <= PEOPLE; number += 1)
      sessions.push({ ...alone, connection: new Connection(shop.origin), token: await createOwner(database, number) });
    await measureWithOffice(bench, { shop, database, sessions, works });
    // These purchases placed all their orders on one day.
    const today = works.filter(({ call }) => call === 'inbox' || call === 'today' || call.startsWith('report-'));
    for (const work of today)
      await measureCall(bench, sessions[0]!, { ...work, what: `${work.what}, after the purchases` });
    for (const { connection } of [alone, ...sessions]) connection.close();
  });

/** This many people work in the office while customers buy. */
const PEOPLE = 10;
/** The pause of each person between two calls, in milliseconds. */
const PAUSE_BETWEEN_CALLS_MS = 2_000;
/**
 * How often the people leave and return. PostgreSQL's own work makes purchases a third slower for tens of seconds, so
 * slots must be much shorter for both sides to have the same share of it.
 */
const turnsOf = (bench: Bench): number => (isTrial(bench) ? 1 : 200);
const slotSecondsOf = (bench: Bench): number => (isTrial(bench) ? 0.3 : 1);

interface OfficeWork {
  shop: ShopProcess;
  database: BenchDatabase;
  sessions: readonly Session[];
  works: readonly Work[];
}

/**
 * Measures one long run of purchases. Meanwhile ten people come to the office and leave it again, so that a slower
 * machine affects the time with and without them.
 */
async function measureWithOffice(bench: Bench, { shop, database, sessions, works }: OfficeWork): Promise<void> {
  const day = workingDay(works);
  const [turns, seconds] = [turnsOf(bench), slotSecondsOf(bench)];
  // Every second turn is the other way round, so that neither side always comes later.
  const isBusy = Array.from({ length: turns }, (_, turn) => (turn % 2 === 0 ? [false, true] : [true, false])).flat();
  let working: Promise<number[]> | undefined;
  const stopStoring = keepStoringDays(database);
  const row = await buy(bench, shop, database, {
    work: `purchase, at times ${PEOPLE} people in the office`,
    items: SPREAD_ITEMS,
    clients: 16,
    paid: { by: 'callback', keyHex: gatewayKeyHex() },
    slots: {
      count: isBusy.length,
      seconds,
      onBegin() {
        const startedAt = performance.now();
        working = Promise.all(
          sessions.map((session, number) => workInSlots(session, day, { number, isBusy, seconds, startedAt })),
        );
        // Awaited below; until then a failure must not end the process.
        working.catch(() => {});
      },
    },
  });
  const calls = await working!;
  await stopStoring();
  // These purchases have their own table.
  bench.rows.splice(bench.rows.indexOf(row), 1);
  if (row.failed > 0) throw new Error(`${row.work}: ${row.failures.join(' | ')}`);
  const rates = (wanted: boolean) =>
    row.perSlot!.filter((_, slot) => isBusy[slot] === wanted).map((done) => done / seconds);
  bench.withOffice = {
    people: PEOPLE,
    without: rates(false),
    with: rates(true),
    callsPerSecond: calls.reduce((sum, one) => sum + one, 0) / (turns * seconds),
  };
}

/**
 * Returns the calls of a working day in a fixed mix of twenty: people mostly find an order and read it. Lists, the
 * inbox and Today come less often, a report is read now and then, and the bank's statement is imported once, so it is
 * left out.
 */
function workingDay(works: readonly Work[]): Work[] {
  const ofKind = (isOfKind: (call: string) => boolean) => works.filter(({ call }) => isOfKind(call));
  const searches = ofKind((call) => call === 'search');
  const lists = ofKind((call) => call.endsWith('-list'));
  const reports = ofKind((call) => call.startsWith('report-'));
  const [opened] = ofKind((call) => call === 'order-open');
  const [timeline] = ofKind((call) => call === 'order-timeline');
  const [inbox] = ofKind((call) => call === 'inbox');
  const [today] = ofKind((call) => call === 'today');
  const pick = (some: readonly Work[], at: number) => some[at % some.length]!;
  // Each report comes up once.
  return reports.flatMap((report, round) => [
    ...[0, 1, 2, 3, 4].flatMap((at) => [pick(searches, round * 5 + at), opened!, timeline!]),
    pick(lists, round * 2),
    inbox!,
    pick(lists, round * 2 + 1),
    today!,
    report,
  ]);
}

/** Works as one person in the slots in which the office is busy. Returns the number of calls. */
async function workInSlots(
  session: Session,
  works: readonly Work[],
  slots: { number: number; isBusy: readonly boolean[]; seconds: number; startedAt: number },
): Promise<number> {
  const { number, isBusy, seconds, startedAt } = slots;
  const slotAt = (time: number) => Math.floor((time - startedAt) / 1_000 / seconds);
  let calls = 0;
  // The people's calls are spread over the pause, and each person starts at a different point of the day.
  let dueAt = startedAt + (PAUSE_BETWEEN_CALLS_MS * number) / PEOPLE;
  for (let turn = number * 7; slotAt(dueAt) < isBusy.length; dueAt += PAUSE_BETWEEN_CALLS_MS) {
    if (!isBusy[slotAt(dueAt)]) continue;
    await pause(Math.max(0, dueAt - performance.now()));
    await callOnce(session, works[turn % works.length]!, turn);
    turn += 1;
    calls += 1;
  }
  return calls;
}

/** Swaps two characters, so that nothing matches exactly. */
const withTypingMistake = (text: string): string =>
  text.slice(0, -3) + [...text.slice(-3, -1)].reverse().join('') + text.slice(-1);

function worksOf(sample: readonly { code: string; email: string; reference: string }[]): Work[] {
  const one = (turn: number) => sample[turn % sample.length]!;
  const name = (turn: number) => ['Okonk', 'Mila Hor', 'van vis', 'Babic', 'Ivo'][turn % 5]!;
  const list = (what: string, call: string, filter: (turn: number) => object): Work => ({
    what: `${call}: ${what}`,
    call,
    request: (turn) => ({ filter: filter(turn) }),
    goal: LIST_MS,
  });
  const search = (what: string, text: (turn: number) => string): Work => ({
    what: `search: ${what}`,
    call: 'search',
    request: (turn) => ({ text: text(turn) }),
    goal: LIST_MS,
  });
  const item = (turn: number) => ({ item: SPREAD_ITEMS[turn % 2] });
  return [
    search('order code', (turn) => one(turn).code),
    search('payment reference', (turn) => one(turn).reference),
    search('email', (turn) => one(turn).email),
    search('name', name),
    search('name with a mistake', (turn) => withTypingMistake(name(turn))),
    search('order code with a mistake', (turn) => withTypingMistake(one(turn).code)),
    search('amount', () => '=198.50'),
    list('all', 'orders-list', () => ({})),
    list('waiting for money', 'orders-list', () => ({ view: 'waiting' })),
    list('plans overdue', 'orders-list', () => ({ view: 'overdue' })),
    list('terms open', 'orders-list', () => ({ view: 'terms_open' })),
    list('cancelled', 'orders-list', () => ({ status: 'cancelled' })),
    list('an item', 'orders-list', item),
    list('a name', 'orders-list', (turn) => ({ text: name(turn) })),
    list('all', 'tickets-list', () => ({})),
    list('in refund', 'tickets-list', () => ({ view: 'refund' })),
    list('an item', 'tickets-list', item),
    list('a name', 'tickets-list', (turn) => ({ text: name(turn) })),
    list('all', 'people-list', () => ({})),
    list('a name', 'people-list', (turn) => ({ text: name(turn) })),
    list('all', 'receipts-list', () => ({})),
    list('something left', 'receipts-list', () => ({ view: 'left' })),
    list('went back', 'receipts-list', () => ({ view: 'returned' })),
    list('at the bank', 'receipts-list', () => ({ source: 'bank' })),
    list('without an order', 'receipts-list', () => ({ matched: false })),
    list('a name', 'receipts-list', (turn) => ({ text: name(turn) })),
    list('to decide', 'refunds-list', () => ({})),
    list('all', 'refunds-list', () => ({ view: 'all' })),
    list('to the card', 'refunds-list', () => ({ view: 'all', way: 'card' })),
    list('a name', 'refunds-list', (turn) => ({ view: 'all', text: name(turn) })),
    list('open', 'plans-list', () => ({})),
    list('overdue', 'plans-list', () => ({ view: 'overdue' })),
    list('paid', 'plans-list', () => ({ view: 'paid' })),
    list('ended', 'plans-list', () => ({ view: 'ended' })),
    list('a name', 'plans-list', (turn) => ({ view: 'all', text: name(turn) })),
    list('all', 'invoices-list', () => ({})),
    list('credit notes', 'invoices-list', () => ({ view: 'credit_note' })),
    list('a name', 'invoices-list', (turn) => ({ text: name(turn) })),
    list('all', 'mails-list', () => ({})),
    list('given up', 'mails-list', () => ({ view: 'failed' })),
    list('a kind', 'mails-list', () => ({ kind: 'payment-received' })),
    list('an address', 'mails-list', (turn) => ({ text: one(turn).email })),
    { what: 'inbox', call: 'inbox', request: () => ({}), goal: LIST_MS },
    { what: 'audit-list: all', call: 'audit-list', request: () => ({}), goal: LIST_MS },
    { what: 'order-open', call: 'order-open', request: (turn) => ({ code: one(turn).code }), goal: ORDER_MS },
    { what: 'order-timeline', call: 'order-timeline', request: (turn) => ({ code: one(turn).code }), goal: ORDER_MS },
    { what: 'today', call: 'today', request: () => ({}), goal: TODAY_MS },
    ...reports(),
    {
      what: `statement-read: ${STATEMENT_LINES} lines`,
      call: 'statement-read',
      request: (turn) => statementOf(sample, turn),
      goal: STATEMENT_MS,
      minCalls: 3,
    },
  ];
}

/** Returns the calls for every report about a year, and for the rows behind its figures. */
function reports(): Work[] {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const year = { from: day(Date.now() - 364 * DAY_MS), until: day(Date.now()) };
  const report = (call: string, request: object, what = ''): Work => ({
    what: `${call}${what && `: ${what}`}`,
    call,
    request: () => request,
    goal: REPORT_MS,
  });
  return [
    ...SALES_GROUPS.map((by) => report('report-sales', { ...year, by }, by)),
    report('report-sales-rows', { ...year, page_size: 50 }),
    ...MONEY_GROUPS.map((by) => report('report-money', { ...year, by }, by)),
    report('report-money-rows', { ...year, column: 'in', page_size: 50 }),
    ...RECEIVABLE_GROUPS.map((by) => report('report-receivables', { by }, by)),
    report('report-receivables-rows', { by: 'age', page_size: 50 }),
    report('report-liability', {}),
    report('report-liability-rows', { kind: 'plans', page_size: 50 }),
    report('report-tax', year),
    report('report-tax-rows', { ...year, page_size: 50 }),
    report('report-vouchers', year),
    report('report-departures', year),
  ];
}

/** Returns a bank's file: with matching references, an order's code among other words, and words that name no order. */
function statementOf(sample: readonly { code: string; reference: string }[], turn: number): object {
  const entries = Array.from({ length: STATEMENT_LINES }, (_, line): CamtEntry => {
    const { code, reference } = sample[(turn + line) % sample.length]!;
    const text = [reference, `Tickets ${code.replace('-', ' ')}, thank you`, 'Festival ticket'][line % 3]!;
    return { amount: (50 + (line % 200)).toFixed(2), text, reference: `B${turn}-${line}`, name: 'Mila Okonkwo' };
  });
  const content = Buffer.from(camtOf(entries)).toString('base64');
  return { files: [{ name: 'bank.xml', content }], csv: '', running_days: false };
}

/**
 * Puts some orders and tickets into each state that the lists show. The doctor would object, but searches only have to
 * find them.
 */
async function varyStates({ client }: BenchDatabase): Promise<void> {
  await client.query(
    `update orders set payment_status = 'pending', total_paid = 0, pay_by = now() + interval '1 day' where id % 400 = 1`,
  );
  await client.query(`update orders set payment_status = 'cancelled', stock_released = true where id % 300 = 2`);
  await client.query(`update orders set payment_status = 'problem' where id % 5000 = 3`);
  await client.query(`update orders set payment_status = 'partial', has_payment_plan = true where id % 1000 = 4`);
  await client.query(
    `update payments set status = 'pending', due_at = now() - interval '3 days', paid_at = null, paid_amount = 0
     where order_id in (select id from orders where payment_status = 'partial' and id % 3000 = 4)`,
  );
  await client.query(`update orders set terms_version_id = null, terms_accepted_at = null where id % 700 = 5`);
  await client.query(`update tickets set status = 'refund' where id % 2000 = 6`);
  // A tenth of the orders have plans, of which one in a hundred is in progress.
  await client.query(`update orders set has_payment_plan = true where id % 10 = 4`);
  await client.query(
    `update payments p set of_plan = true from orders o where o.id = p.order_id and o.has_payment_plan`,
  );
  await client.query(`update payments set status = 'cancelled' where of_plan and order_id % 5000 = 14`);
  // Some money came to the bank, did not fit, or went back.
  await client.query(`update receipts set source = 'bank' where id % 50 = 7`);
  await client.query(
    `update receipts set attention = 'unmatched', order_id = null, payment_id = null where id % 1000 = 8`,
  );
  const ledger = ['ledger_transactions', 'ledger_entries'];
  // The ledger is append-only, so its triggers have to be disabled.
  for (const table of ledger) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`update ledger_transactions set kind = 'suspense' where receipt_id % 1000 = 8`);
  await client.query(
    `update ledger_transactions set kind = 'returned' where kind = 'payment' and receipt_id % 2000 = 9`,
  );
  await client.query(
    `update ledger_entries e set account = 'suspense'
     from ledger_transactions t where t.id = e.transaction_id and t.kind = 'suspense' and e.account = 'customer'`,
  );
  await client.query(`update mails set status = 'failed', sent_at = null where id % 3000 = 10`);
  for (const table of ledger) await client.query(`alter table ${table} enable trigger user`);
  await client.query('vacuum analyze');
}

/** Stores the figures of closed days, as the worker of such a shop would have done. */
async function storeDays({ url, client }: BenchDatabase): Promise<void> {
  const db = openDb({ connection: { connectionString: url } });
  await storingIn(db, 1_000).run(new Date());
  await db.end();
  await client.query('analyze report_days, report_sold, report_baskets, report_booked, report_taxed');
}

/** Stores the figures of the current day, as a worker does meanwhile. Returns a function that stops it. */
function keepStoringDays({ url }: BenchDatabase): () => Promise<void> {
  const db = openDb({ connection: { connectionString: url } });
  const work = storingIn(db);
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      await work.run(new Date());
      await pause(work.everyMs, undefined, { signal: stop.signal }).catch(() => {});
    }
    await db.end();
  })();
  // Awaited when it is stopped; until then a failure must not end the process.
  running.catch(() => {});
  return () => {
    stop.abort();
    return running;
  };
}

function storingIn(db: Db, atOnce?: number) {
  const onError = (error: unknown): never => {
    throw error;
  };
  return storeReportDays({ db, loadShop: () => loadShop(db), onError, ...(atOnce === undefined ? {} : { atOnce }) });
}

/** Creates a signed-in person who may do everything. Returns the session's token. */
async function createOwner({ client }: BenchDatabase, number: number): Promise<string> {
  const token = crypto.randomBytes(32).toString('base64url');
  const { rows } = await client.query<{ id: string }>(
    `insert into staff (name, email, email_key, handle, created_at)
     values ('Bench', $1, $1, sha256(convert_to($1, 'UTF8')), now())
     returning id`,
    [`bench${number}@example.org`],
  );
  const { id } = rows[0]!;
  await client.query(`insert into staff_roles (staff_id, role) values ($1, 'owner')`, [id]);
  await client.query(
    `insert into staff_sessions (staff_id, token_hash, stage, begun_at, last_press_at, ends_at, fresh_until, device, ip)
     values ($1, sha256(convert_to($2, 'UTF8')), 'in', now(), now(), now() + interval '12 hours', now(), $3, '127.0.0.1')`,
    // A session belongs to its browser.
    [id, token, deviceOf(BROWSER)],
  );
  return token;
}

interface Session {
  shop: ShopProcess;
  connection: Connection;
  token: string;
  orders: number;
}

/** Makes one call. People's browsers do not run on the shop's machine, so the call costs as little as a buyer's. */
async function callOnce({ connection, token }: Session, { what, call, request }: Work, turn: number) {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    cookie: `office=${token}`,
    'user-agent': BROWSER,
  };
  const body = JSON.stringify(request(turn));
  const answer = await connection.send(Connection.request('POST', `/office/api/${call}`, headers, body));
  if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${answer.body}`);
}

async function measureCall(bench: Bench, session: Session, work: Work): Promise<void> {
  const { what, goal } = work;
  const minCalls = isTrial(bench) ? 1 : (work.minCalls ?? MIN_CALLS);
  const { seconds, warmUpSeconds } = bench.sizes;
  const times: number[] = [];
  let first: number | undefined;
  const cpuBefore = cpuOf(bench, session.shop);
  const startedAt = performance.now();
  let turn = 0;
  for (; times.length < minCalls || performance.now() - startedAt < seconds * 250; turn += 1) {
    const before = performance.now();
    await callOnce(session, work, turn);
    first ??= performance.now() - before;
    if (before - startedAt >= warmUpSeconds * 100) times.push(performance.now() - before);
  }
  const cpu = cpuPerOperation(cpuBefore, cpuOf(bench, session.shop), turn);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  const row = {
    call: what,
    orders: session.orders,
    first: first!,
    p50: at(0.5),
    p95: at(0.95),
    max: at(1),
    goal,
    ...cpu,
  };
  bench.officeRows.push(row);
  bench.say(
    `${what}: first ${row.first.toFixed(1)} ms, p50 ${row.p50.toFixed(1)} ms, p95 ${row.p95.toFixed(1)} ms, goal ${goal}, ` +
      `CPU ${row.serverCpuMs.toFixed(1)} + ${row.databaseCpuMs.toFixed(1)} ms`,
  );
}
