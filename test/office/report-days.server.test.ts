import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { waiveInstalments } from '#features/payment-plans/server/public.ts';
import { createRefund, finishRefund, startRefund } from '#features/refunds/server/public.ts';
import { auditReportDays, type ReportDaysParts, storeReportDays } from '#features/reports/server/public.ts';
import { dayFiguresOf, type ShownFigures, writtenUntil } from '#features/reports/testing.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import type { Db, OfficeDb, Queryable, Tx } from '#platform/db/db.ts';
import { Picks } from '../model/step.ts';
import { aroundStatements } from '../support/around-statements.ts';
import { givenPerson } from '../support/office-people.ts';
import { rounds, seed, timeForRuns } from '../support/rounds.ts';
import { app, cancel, DAY, givenTransferShop, operator, placeByTransfer, transfer } from '../support/transfer-shop.ts';

/*
 * Figures of closed days and of busy parts of the current day are stored, and at any time the reports show what the
 * orders, the ledger and the documents add up to.
 */

givenTransferShop();

const actor = commandLine('tester');
const period = { from: '2026-11-15', until: '2027-03-31' };
const ITEMS = ['saturday', 'saturday', 'sandlark-pass', 'sandlark-pass-plan'];

beforeEach(async () => {
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
});

const shopLoader = (db: Db) => async () => await loadShop(db);
const fails = (error: unknown): never => {
  throw error;
};
const makeWork = (
  db: Db = app.db,
  atOnce = 5,
  onError: (error: unknown) => void = fails,
  options: Partial<ReportDaysParts> = {},
) => storeReportDays({ db, loadShop: shopLoader(db), atOnce, onError, ...options });
const never = async () => new Date(0);
/** Also stores the current day, in spans of a few rows. */
const makeBusyWork = () =>
  makeWork(app.db, 5, fails, { rowsInSpan: 3, rowsToStore: 1, writtenUntil: async () => app.clock.now() });
const storeAll = () => makeWork(app.db, 1_000).run(app.clock.now());

const stored = async () => (await app.db.row<{ days: number }>('select count(*) as days from report_days'))!.days;
const changed = async () => (await app.db.row<{ days: number }>('select count(*) as days from changed_days'))!.days;

/** Returns the figures of the reports and the sums of the rows behind them, both read in one transaction. */
const readFigures = async (): Promise<{ shown: ShownFigures; added: ShownFigures }> => {
  const { timezone } = (await loadShop(app.db)).public;
  return app.db.forOffice().read(async (tx) => ({
    shown: await dayFiguresOf(tx, period, timezone),
    added: await addUp(tx, timezone),
  }));
};

async function expectExact(): Promise<void> {
  const { shown, added } = await readFigures();
  expect(shown).toEqual(added);
}

const add = (tx: Queryable, sql: string, timezone: string) =>
  tx.rows<Record<string, string | number | null>>(sql.replaceAll('ZONE', `'${timezone}'`)).then((rows) =>
    Object.fromEntries(
      rows.map((row) => {
        const [key, ...figures] = Object.values(row).filter((value) => value !== null);
        return [key as string, figures as number[]];
      }),
    ),
  );

const OWN_ENTRIES = `(
  select t.booked_at, t.kind, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where e.account in ('bank', 'gateway:sandbox')
) own`;

/** Adds everything up in the simplest way. */
async function addUp(tx: Queryable, timezone: string): Promise<ShownFigures> {
  const ofLines = `from orders o join order_lines l on l.order_id = o.id join shop_items i on i.id = l.item_id
    left join events e on e.id = i.event_id where not o.stock_released`;
  return {
    days: await add(
      tx,
      `select (created_at at time zone ZONE)::date::text as key, count(*), sum(total_price)::bigint
       from orders where not stock_released group by 1`,
      timezone,
    ),
    items: await add(
      tx,
      `select i.external_code, count(distinct o.id), sum(l.price + l.fee - l.discount_share)::bigint ${ofLines} group by 1`,
      timezone,
    ),
    events: await add(
      tx,
      `select coalesce(e.code, ':none'), count(distinct o.id), sum(l.price + l.fee - l.discount_share)::bigint
       ${ofLines} group by 1`,
      timezone,
    ),
    vouchers: await add(
      tx,
      `select voucher_id::text, count(*), sum(discount_amount)::bigint
       from orders where not stock_released and voucher_id is not null group by 1`,
      timezone,
    ),
    money: await add(
      tx,
      `select (booked_at at time zone ZONE)::date::text, count(*), sum(amount)::bigint
       from ${OWN_ENTRIES} group by 1`,
      timezone,
    ),
    tax: await add(
      tx,
      `select (d.issued_at at time zone ZONE)::date::text, count(distinct d.id),
         sum(case d.series when 'credit_note' then -1 else 1 end * (rate ->> 'tax')::bigint
           - coalesce((
             select sum((r ->> 'tax')::bigint)
             from jsonb_array_elements(coalesce(d.content -> 'advances', '[]')) a, jsonb_array_elements(a -> 'rates') r
             where r ->> 'taxBasisPoints' = rate ->> 'taxBasisPoints'
           ), 0))::bigint
       from invoices d, jsonb_array_elements(d.content -> 'rates') rate group by 1`,
      timezone,
    ),
    today: await add(
      tx,
      `select 'placed', count(*), coalesce(sum(total_price), 0)::bigint as sold, (
         select count(*) from order_lines l join orders o on o.id = l.order_id
         where l.kind = 'tickets' and not o.stock_released
       ) as tickets
       from orders where not stock_released
       union all
       select 'in', count(*), coalesce(sum(amount), 0)::bigint, null from ${OWN_ENTRIES}
       where kind in ('payment', 'suspense', 'undone')
       union all
       select 'out', count(*), coalesce(-sum(amount), 0)::bigint, null from ${OWN_ENTRIES}
       where kind in ('refund_paid', 'returned', 'order_returned')`,
      timezone,
    ),
  };
}

test('when an order of a stored day ends, its figures change at once, and are stored again', async () => {
  const order = await placeByTransfer();
  await placeByTransfer();
  await app.travel(2 * DAY);
  await storeAll();
  expect(await stored()).toBeGreaterThan(0);
  const before = await readFigures();
  expect(before.shown).toEqual(before.added);
  expect((await cancel(order)).ok).toBe(true);
  const after = await readFigures();
  expect(after.shown).toEqual(after.added);
  expect(after.shown.days).not.toEqual(before.shown.days);
  expect(await changed()).toBeGreaterThan(0);
  await storeAll();
  expect(await changed()).toBe(0);
  expect(await readFigures()).toEqual(after);
});

test('a day is not stored in the seven hours after its end, in which rows may still be dated', async () => {
  await makeWork(app.db, 1_000, fails, { writtenUntil: never }).run(app.clock.now());
  const days = await stored();
  const { timezone } = (await loadShop(app.db)).public;
  const day = Temporal.Instant.fromEpochMilliseconds(app.clock.now().getTime()).toZonedDateTimeISO(timezone);
  const tomorrow = new Date(day.add({ days: 1 }).startOfDay().epochMilliseconds);
  const work = makeWork(app.db, 5, fails, { writtenUntil: never });
  await work.run(new Date(tomorrow.getTime() + 7 * 60 * 60_000 - 1));
  expect(await stored()).toBe(days);
  await work.run(new Date(tomorrow.getTime() + 7 * 60 * 60_000));
  expect(await stored()).toBe(days + 1);
  // The time machine moves the clock back.
  await makeWork(app.db, 5, fails, { writtenUntil: never }).run(app.clock.now());
  expect(await stored()).toBe(days);
});

test('a busy day’s past is stored in spans while it lasts, and its latest part is added up', async () => {
  await app.db.run('delete from report_days');
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) {
    await placeByTransfer();
    await app.travel(60_000);
  }
  const work = makeWork(app.db, 1_000, fails, {
    rowsInSpan: 3,
    rowsToStore: 1,
    writtenUntil: async () => app.clock.now(),
  });
  await work.run(app.clock.now());
  const spans = () =>
    app.db.rows<{ orders: number }>(
      `select (select count(*) from orders where created_at >= d.since and created_at < d.until) as orders
       from report_days d join (select max(created_at) as at from orders) o on d.until > o.at - interval '7 minutes'
       order by since`,
    );
  expect((await spans()).length).toBeGreaterThan(1);
  expect((await spans()).every(({ orders }) => orders <= 3)).toBe(true);
  await expectExact();
  await placeByTransfer();
  await expectExact();
  // The day is over.
  await app.travel(2 * DAY);
  await work.run(app.clock.now());
  await expectExact();
  expect(await auditReportDays(app.db)).toEqual([]);
});

test('the spans of a day that is stored after each order are joined up to their limit', async () => {
  await app.db.run('delete from report_days');
  const work = makeBusyWork();
  const startedAt = app.clock.now();
  const placed = 7;
  for (let order = 0; order < placed; order += 1) {
    await placeByTransfer();
    await app.travel(60_000);
    await work.run(app.clock.now());
    await expectExact();
  }
  const spans = await app.db.rows<{ orders: number }>(
    `select (select count(*) from orders where created_at >= d.since and created_at < d.until) as orders
     from report_days d where until > $1 order by since`,
    [startedAt],
  );
  expect(spans.every(({ orders }) => orders <= 3)).toBe(true);
  // All but the latest order are stored, and no two neighbours together are short enough to be joined.
  expect(spans.reduce((all, { orders }) => all + orders, 0)).toBeGreaterThanOrEqual(placed - 1);
  expect(spans.slice(1).every(({ orders }, index) => orders + spans[index]!.orders > 3)).toBe(true);
  expect(await auditReportDays(app.db)).toEqual([]);
});

test('spans stored beyond a database clock that was set back are deleted', async () => {
  await app.db.run('delete from report_days');
  for (const _ of [1, 2, 3, 4]) {
    await placeByTransfer();
    await app.travel(60_000);
  }
  const now = app.clock.now();
  let written = now;
  const work = makeWork(app.db, 1_000, fails, { rowsInSpan: 3, rowsToStore: 1, writtenUntil: async () => written });
  await work.run(now);
  const beyond = (moment: Date) => app.db.rows('select until from report_days where until > $1', [moment]);
  const earlier = new Date(now.getTime() - 5 * 60_000);
  expect((await beyond(earlier)).length).toBeGreaterThan(0);
  written = earlier;
  await work.run(now);
  expect(await beyond(earlier)).toEqual([]);
});

test('nothing since shortly before the beginning of an open transaction counts as written', async () => {
  const soon = async () => (await writtenUntil(app.db)).getTime();
  const databaseTime = async () => (await app.db.row<{ at: Date }>('select clock_timestamp() as at'))!.at.getTime();
  await app.db.transaction(async (tx) => {
    const { at } = (await tx.row<{ at: Date }>('select now() as at'))!;
    await tx.run('insert into changed_days values (now())');
    expect(await soon()).toBeLessThanOrEqual(at.getTime() - 5_000);
    await tx.run('delete from changed_days');
  });
  const before = await databaseTime();
  // The shop's own work may be writing meanwhile.
  await expect.poll(soon).toBeGreaterThanOrEqual(before - 5_000);
  expect(await soon()).toBeLessThanOrEqual((await databaseTime()) - 5_000);
});

test('orders, bookings and documents dated in the past mark their time, others do not', async () => {
  const triggers = await app.db.rows<{ definition: string }>(
    `select pg_get_triggerdef(oid) as definition from pg_trigger where tgfoid = 'row_marks_its_day'::regproc`,
  );
  // The same time as in `writtenUntil`.
  expect(triggers.map(({ definition }) => /'(.*)'::interval/.exec(definition)?.[1])).toEqual(Array(3).fill('00:00:05'));
  const databaseTime = (await app.db.row<{ at: Date }>('select clock_timestamp() as at'))!.at.getTime();
  const HOUR = 60 * 60_000;
  for (const shift of [-HOUR, HOUR]) {
    await app.travel(databaseTime + shift - app.clock.now().getTime());
    await app.db.run('delete from changed_days');
    const order = await placeByTransfer();
    await transfer(order.code, order.total_price);
    const { rows } = (await app.db.row<{ rows: number }>(
      `select 1 + (select count(*) from ledger_transactions t where t.order_id = o.id)
         + (select count(*) from invoices i where i.order_id = o.id) as rows
       from orders o where o.code = $1`,
      [order.code],
    ))!;
    expect(rows).toBeGreaterThan(2);
    expect(await changed()).toBe(shift < 0 ? rows : 0);
  }
});

test('a day counts as changed when one of its orders ends while it is being stored', async () => {
  const order = await placeByTransfer();
  await app.travel(2 * DAY);
  await storeAll();
  await cancel(await placeByTransfer());
  await app.db.run('insert into changed_days select created_at from orders where code = $1', [order.code]);
  let ended = 0;
  const before = await changed();
  const around = (db: Db): Db => ({
    ...db,
    forOffice: () =>
      ({
        ...db.forOffice(),
        transaction: (work: (tx: Tx) => Promise<unknown>) =>
          db.forOffice().transaction((tx) =>
            work(
              aroundStatements(tx, async (text, send) => {
                const answer = await send(text);
                if (/insert into report_sold/.test(text) && ended === 0) {
                  ended += 1;
                  expect((await cancel(order)).ok).toBe(true);
                  await expectExact();
                }
                return answer;
              }),
            ),
          ),
      }) as OfficeDb,
  });
  await makeWork(around(app.db)).run(app.clock.now());
  expect(ended).toBe(1);
  await expectExact();
  // Storing the day deleted its mark, and cancelling the order added a new one.
  expect(await changed()).toBe(before);
});

test('a day that cannot be stored is logged and retried later, and all others are stored', async () => {
  await app.db.run('delete from report_days');
  await placeByTransfer();
  await app.travel(3 * DAY);
  await storeAll();
  const all = await stored();
  const { since } = (await app.db.row<{ since: Date }>('select max(since) as since from report_days'))!;
  await app.db.run('delete from report_days');
  await app.db.run(`alter table report_days add constraint breaks check (since <> '${since.toISOString()}')`);
  const errors: unknown[] = [];
  const work = makeWork(app.db, 1, (error) => void errors.push(error));
  for (let round = 0; round < all; round += 1) await work.run(app.clock.now());
  expect(await stored()).toBe(all - 1);
  expect(errors).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/^The figures of \d{4}-\d\d-\d\d could not be stored$/),
      cause: expect.objectContaining({ constraint: 'breaks' }),
    }),
  ]);
  await expectExact();
  const runAfter = (seconds: number) => work.run(new Date(app.clock.now().getTime() + seconds * 1_000));
  for (const [seconds, reports] of [
    [9, 1],
    [10, 2],
    [29, 2],
    [30, 3],
  ] as const) {
    await runAfter(seconds);
    expect(errors).toHaveLength(reports);
  }
  await app.db.run('alter table report_days drop constraint breaks');
  await runAfter(69);
  expect(await stored()).toBe(all - 1);
  await runAfter(70);
  expect(await stored()).toBe(all);
  expect(errors).toHaveLength(3);
});

test('marks that cannot be deleted are logged, and days are stored nevertheless', async () => {
  await placeByTransfer();
  await app.travel(2 * DAY);
  await storeAll();
  const all = await stored();
  await app.db.run('delete from report_days');
  await app.db.run(`insert into changed_days values ('2012-01-01Z')`);
  await app.db.run(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  await app.db.run(
    `create trigger refuse before delete on changed_days for each row when (old.at < '2013-01-01') execute function refuse()`,
  );
  const errors: unknown[] = [];
  const work = makeWork(app.db, 1_000, (error) => void errors.push(error));
  for (const _round of [1, 2]) await work.run(app.clock.now());
  expect(await stored()).toBe(all);
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('could not be deleted') })]);
  await app.db.run('drop trigger refuse on changed_days');
  await app.db.run('drop function refuse');
  await work.run(new Date(app.clock.now().getTime() + 10_000));
  expect(await changed()).toBe(0);
});

test('marks and figures of days too long ago to be stored again are deleted', async () => {
  const work = makeWork(app.db, 1_000);
  await work.run(app.clock.now());
  const days = await stored();
  for (const year of [2010, 2011]) {
    await app.db.run('insert into report_days (since, until) values ($1, $2)', [`${year}-03-01Z`, `${year}-03-02Z`]);
  }
  await app.db.run(`insert into changed_days values ('2011-03-01 12:00Z'), ('2012-01-01Z')`);
  await work.run(app.clock.now());
  expect(await changed()).toBe(0);
  expect(
    await app.db.rows('select extract(year from since)::int as year from report_days order by since limit 1'),
  ).toEqual([{ year: 2010 }]);
  expect(await stored()).toBe(days + 1);
  await app.db.run(`delete from report_days where since < '2012-01-01'`);
});

test('a day that two processes store is stored once', async () => {
  await placeByTransfer();
  await app.travel(2 * DAY);
  await app.db.run('delete from report_days');
  for (let round = 0; round < 10; round += 1) {
    const both = [makeWork(), makeWork()];
    await Promise.all(both.map((work) => work.run(app.clock.now())));
  }
  await expectExact();
});

test('after the shop moves to another zone, its days are stored again and its figures are right', async () => {
  const zone = (timezone: string) =>
    app.db.run(
      `update shop_state set config = jsonb_set(config, '{public,timezone}', to_jsonb($1::text)), version = version + 1`,
      [timezone],
    );
  const { timezone } = (await loadShop(app.db)).public;
  // The order to cancel is not on the shop's first day, because that day begins later in New York.
  await placeByTransfer();
  await app.travel(2 * DAY);
  const order = await placeByTransfer();
  await app.travel(2 * DAY);
  await storeAll();
  await zone('America/New_York');
  await expectExact();
  await cancel(order);
  await storeAll();
  await expectExact();
  await zone(timezone);
  await expectExact();
  await storeAll();
  await expectExact();
});

test('stored days follow an item that moves to another event', async () => {
  await placeByTransfer();
  await app.travel(2 * DAY);
  await storeAll();
  await app.db.run(`update shop_items set event_id = null where external_code = 'saturday'`);
  await expectExact();
  await app.db.run(
    `update shop_items set event_id = (select event_id from shop_items where external_code = 'sandlark-pass')
     where external_code = 'saturday'`,
  );
  await expectExact();
});

test('the doctor finds a stored day that was tampered with', async () => {
  const order = await placeByTransfer();
  await transfer(order.code, order.total_price);
  await app.travel(2 * DAY);
  await storeAll();
  expect(await auditReportDays(app.db)).toEqual([]);
  for (const [table, change] of [
    ['report_sold', 'amount = amount + 1'],
    ['report_booked', 'entries = entries + 1'],
    ['report_taxed', 'tax = tax - 1'],
    ['report_baskets', 'orders = orders + 1'],
  ]) {
    await app.db.run(`update ${table} set ${change} where ctid = (select min(ctid) from ${table})`);
    const { findings } = await auditShop(app.db, app.clock.now());
    expect(findings).toEqual([expect.stringContaining(`(${table})`)]);
    await app.db.run('delete from report_days');
    await storeAll();
  }
  await app.db.run('delete from report_sold');
  expect((await auditReportDays(app.db)).length).toBeGreaterThan(0);
  await app.db.run('delete from report_days');
});

test('the pages of a list add up to its sums, whether its days are stored or not', async () => {
  const { browser } = await givenPerson(app, 'Reads Pages', ['owner']);
  for (const isStored of [true, false]) {
    await (isStored ? storeAll() : app.db.run('delete from report_days'));
    for (const [name, body] of [
      ['report-sales-rows', {}],
      ['report-sales-rows', { item: 'saturday' }],
      ['report-sales-rows', { event: ':none' }],
      ['report-money-rows', { column: 'in' }],
      ['report-tax-rows', {}],
    ] as const) {
      const rows: { key: string; amount: number }[] = [];
      let page = await browser.done(name, { ...period, ...body, page_size: 1 });
      for (; ; page = await browser.done(name, { ...period, ...body, page_size: 1, after: page.next })) {
        rows.push(...page.rows);
        if (page.next === null) break;
      }
      expect(new Set(rows.map(({ key }) => key)).size).toBe(page.count);
      expect(rows.reduce((all, { amount }) => all + amount, 0)).toBe(page.amount);
    }
  }
});

/** Does something at random with the shop's orders. */
async function act(picks: Picks): Promise<void> {
  const now = app.clock.now();
  const orders = await app.db.rows<{ code: string; total: number; paid: number; ended: boolean }>(
    `select code, total_price as total, total_paid as paid, stock_released as ended from orders order by id desc limit 12`,
  );
  const some = picks.of(orders);
  switch (some ? picks.number(8) : 0) {
    case 0:
    case 1:
      await placeByTransfer(picks.of(ITEMS));
      return;
    case 2:
    case 3:
      // This also revives an order that was abandoned or cancelled.
      await transfer(some!.code, picks.oneIn(4) ? 500 : Math.max(1, some!.total - some!.paid));
      return;
    case 4:
      await cancel({ code: some!.code } as never);
      return;
    case 5: {
      const part = await app.db.row<{ reference: string }>(
        `select p.reference from payments p join orders o on o.id = p.order_id
         where o.has_payment_plan and not o.stock_released and p.status = 'pending' order by p.id desc limit 1`,
      );
      const wanted = { amount: picks.oneIn(2) ? null : 700, reason: 'A long delay.', actor };
      if (part) await waiveInstalments({ db: app.db, money: operator.parts.money }, { ...part, ...wanted }, now);
      return;
    }
    case 6: {
      const made = await createRefund(
        operator.parts.refunds,
        {
          ...{ orderCode: some!.code, codes: [], fees: 'returned', shipping: null },
          amount: 500,
          reason: 'Rain.',
          actor,
        },
        now,
      );
      if (!made.ok) return;
      await startRefund(operator.parts.refunds, { code: made.value.code, actor }, now);
      await finishRefund(operator.parts.refunds, { code: made.value.code, actor }, now);
      return;
    }
    default:
      await app.travel(picks.of([DAY / 4, DAY, 3 * DAY])!);
      await app.db.run('delete from rate_limits');
  }
}

/** Acts, stores and reads at the same time, each in its own loop. */
async function walk(numbers: readonly number[][]): Promise<void> {
  const works = [makeWork(app.db, 5, fails, { writtenUntil: async () => app.clock.now() }), makeBusyWork()];
  for (const one of numbers) {
    const picks = new Picks(one);
    await Promise.all([
      act(picks),
      ...works.filter(() => picks.oneIn(2)).map((work) => work.run(app.clock.now())),
      ...Array.from({ length: picks.number(3) }, () => expectExact()),
    ]);
    await expectExact();
    expect(await auditReportDays(app.db)).toEqual([]);
  }
}

const walks = fc.array(fc.array(fc.nat(9_999), { minLength: 8, maxLength: 8 }), { minLength: 25, maxLength: 40 });

test(`whatever happens while days are stored, the reports match the sums (seed ${seed})`, {
  timeout: 60_000 * rounds + 60_000,
}, async () => {
  const mayBegin = timeForRuns(40_000 * rounds);
  const property = fc.asyncProperty(walks, async (numbers) => {
    if (mayBegin()) await walk(numbers);
  });
  await fc.assert(property, { seed, numRuns: 2 * rounds, endOnFailure: true });
});

test('without marks, an order that ends makes a stored day wrong', async () => {
  const order = await placeByTransfer();
  await app.travel(2 * DAY);
  await storeAll();
  await app.db.run('alter table orders disable trigger orders_change_their_day');
  expect((await cancel(order)).ok).toBe(true);
  await app.db.run('alter table orders enable trigger orders_change_their_day');
  await expect(expectExact()).rejects.toThrow();
  expect(await auditReportDays(app.db)).toHaveLength(2);
  await app.db.run('delete from report_days');
  await expectExact();
});
