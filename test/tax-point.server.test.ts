import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditMoney } from '#features/desk/server/audit-money-store.ts';
import { chargeBack } from '#features/desk/server/public.ts';
import { receiptsOfOrder } from '#features/payments/server/public.ts';
import { takeBackRequests } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { MIGRATIONS_FOLDER } from '#platform/db/migrate.ts';
import { order as placeOrder, pressAt, purchase } from './support/purchase.ts';
import {
  app,
  assign,
  cancel,
  DAY,
  givenTransferShop,
  mila,
  now,
  placeByTransfer,
  settle,
  settleAs,
  transfer,
} from './support/transfer-shop.ts';

/* An order's sale, with its tax, is in the ledger from its first money until the order is abandoned or cancelled. */

givenTransferShop();

const idOf = async (code: string) =>
  (await app.db.row<{ id: number }>('select id from orders where code = $1', [code]))!.id;

/** Returns the kinds of an order's transactions in the ledger, oldest first. */
async function bookingsOf({ code }: { code: string }): Promise<string[]> {
  const rows = await app.db.rows<{ kind: string }>(
    'select kind from ledger_transactions where order_id = $1 order by id',
    [await idOf(code)],
  );
  return rows.map(({ kind }) => kind);
}

/** Returns an order's balance in the ledger's accounts that match, in minor units. Sales and tax are negative. */
async function ledgerOf({ code }: { code: string }, accounts: string): Promise<number> {
  const row = await app.db.row<{ sum: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as sum
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where t.order_id = $1 and e.account ~ $2`,
    [await idOf(code), accounts],
  );
  return row!.sum;
}
const SALE = '^(sales|fees|shipping|tax)$';
const TAX = '^tax$';
const findings = async () => (await auditMoney(app.db)).findings;

describe('an order without money', () => {
  test('is not in the ledger, whether its money is awaited or it is abandoned or cancelled', async () => {
    const card = (await placeOrder(app, mila, ['saturday'])).order;
    const bank = await placeByTransfer();
    expect([await bookingsOf(card), await bookingsOf(bank)]).toEqual([[], []]);
    await cancel(card);
    await app.travel(10 * DAY);
    expect((await now(bank)).payment_status).toBe('cancelled');
    expect([await bookingsOf(card), await bookingsOf(bank)]).toEqual([[], []]);
    expect(await findings()).toEqual([]);
  });

  test('has no sale as long as its money does not count', async () => {
    const order = await placeByTransfer('lark-lodge');
    await cancel(order);
    await app.db.run(
      "update shop_items set capacity = sold + held, capacity_wanted = sold + held where external_code = 'lark-lodge'",
    );
    const { attention } = await transfer(order.code, order.total_price);
    expect(attention).toBe('late');
    expect(await bookingsOf(order)).toEqual(['suspense']);
    expect(await settleAs(order, 'cancelled')).toMatchObject({ ok: true });
    expect(await bookingsOf(order)).toEqual(['suspense']);
    await app.db.run("update shop_items set capacity = 6, capacity_wanted = 6 where external_code = 'lark-lodge'");
  });

  test('that costs nothing books nothing', async () => {
    const order = await purchase(app, mila, ['saturday'], 'FULLHOUSE');
    expect(order.payment_status).toBe('paid');
    expect(await bookingsOf(order)).toEqual([]);
  });
});

describe('the first money', () => {
  test('books the sale and its tax on the day it arrives, not on the day of the order', async () => {
    const order = await placeByTransfer();
    await app.travel(3 * DAY);
    await transfer(order.code, order.total_price);
    expect(await bookingsOf(order)).toEqual(['sale', 'payment']);
    expect(await ledgerOf(order, SALE)).toBe(-order.total_price);
    const row = await app.db.row<{ day: Date }>(
      "select booked_at as day from ledger_transactions where order_id = $1 and kind = 'sale'",
      [await idOf(order.code)],
    );
    expect(row!.day.getTime()).toBe(app.clock.now().getTime());
  });

  test('books the full sale even if it is short, and the rest does not book it again', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 1_000);
    expect(await bookingsOf(order)).toEqual(['sale', 'payment']);
    expect(await ledgerOf(order, SALE)).toBe(-order.total_price);
    expect(await ledgerOf(order, '^customer$')).toBe(order.total_price - 1_000);
    await transfer(order.code, order.total_price - 1_000);
    expect(await bookingsOf(order)).toEqual(['sale', 'payment', 'payment']);
    expect(await ledgerOf(order, '^customer$')).toBe(0);
  });

  test('of a plan books the sale of the whole plan', async () => {
    const order = await purchase(app, mila, ['sandlark-pass-plan']);
    expect(order).toMatchObject({ payment_status: 'partial', total_paid: 5_450 });
    expect(await bookingsOf(order)).toEqual(['sale', 'payment']);
    expect(await ledgerOf(order, SALE)).toBe(-order.total_price);
    expect(await ledgerOf(order, TAX)).toBeLessThan(0);
  });

  test('from suspense books the sale when it is assigned', async () => {
    const order = await placeByTransfer();
    const { receiptId } = await transfer('rent for May', order.total_price);
    expect(await bookingsOf(order)).toEqual([]);
    expect(await assign(receiptId, order.code)).toMatchObject({ ok: true });
    expect(await bookingsOf(order)).toEqual(['sale', 'payment']);
  });

  test('that arrives late books the sale of the order that it revives', async () => {
    const order = await placeByTransfer();
    await cancel(order);
    await transfer(order.code, order.total_price);
    expect((await now(order)).payment_status).toBe('paid');
    expect(await bookingsOf(order)).toEqual(['sale', 'payment']);
    expect((await now(order)).has_invoice).toBe(true);
  });
});

describe('a sale that is booked', () => {
  const takeBack = async ({ code, total_price }: { code: string; total_price: number }) => {
    const [receipt] = await receiptsOfOrder(app.db, await idOf(code));
    return await chargeBack(
      { db: app.db, currency: 'EUR', takeBackRequests },
      { receiptId: receipt!.id, amount: minor(total_price), transaction: `cb-${code}`, actor: commandLine('tester') },
      app.clock.now(),
    );
  };

  test('stays during a chargeback, is reversed when the order ends, and returns with the next money', async () => {
    const order = await purchase(app, mila, ['saturday']);
    await takeBack(order);
    expect(await bookingsOf(order)).toEqual(['sale', 'payment', 'charge_back']);
    await settleAs(order, 'cancelled');
    expect(await bookingsOf(order)).toEqual(['sale', 'payment', 'charge_back', 'sale_reversed']);
    expect(await ledgerOf(order, SALE)).toBe(0);
    await transfer(order.code, order.total_price);
    expect((await now(order)).payment_status).toBe('paid');
    expect((await bookingsOf(order)).slice(4)).toEqual(['sale', 'payment']);
    expect(await ledgerOf(order, SALE)).toBe(-order.total_price);
  });

  test('is not booked again by money that replaces a chargeback', async () => {
    const order = await purchase(app, mila, ['saturday']);
    await takeBack(order);
    await transfer(order.code, order.total_price);
    expect(await bookingsOf(order)).toEqual(['sale', 'payment', 'charge_back', 'payment']);
    expect(await ledgerOf(order, SALE)).toBe(-order.total_price);
  });

  test('is reversed once when a partly paid order ends that late money cannot revive', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 1_000);
    await cancel(order);
    expect(await ledgerOf(order, SALE)).toBe(0);
    const { receiptId, attention } = await transfer(order.code, 100);
    expect(attention).toBe('late');
    await settle(receiptId, { isReturned: true });
    expect(await settleAs(order, 'cancelled')).toMatchObject({ ok: true });
    expect((await bookingsOf(order)).filter((kind) => kind === 'sale_reversed')).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });
});

describe('the audit', () => {
  test('names an order with money but no sale, and one with a sale but no money', async () => {
    const unpaid = await placeByTransfer();
    const paid = await purchase(app, mila, ['saturday']);
    const found = await app.db
      .transaction(async (tx) => {
        await tx.run('alter table ledger_transactions disable trigger user');
        await tx.run("update ledger_transactions set kind = 'other' where order_id = $1 and kind = 'sale'", [
          await idOf(paid.code),
        ]);
        await tx.run("insert into ledger_transactions (kind, key, order_id, booked_at) values ('sale', 'x', $1, $2)", [
          await idOf(unpaid.code),
          app.clock.now(),
        ]);
        throw Object.assign(new Error('undo'), { found: (await auditMoney(tx)).findings });
      })
      .catch((error) => error.found as { subject: string; finding: string }[]);
    const sales = found.filter(({ finding }) => finding.startsWith('The sale of the order'));
    expect(sales.map(({ subject }) => subject).sort()).toEqual([paid.code, unpaid.code].sort());
  });
});

describe('a database of an earlier version', () => {
  test('the migration reverses the sale of open orders without money, once, and no other', async () => {
    const pending = await placeByTransfer();
    const gone = await placeByTransfer();
    await cancel(gone);
    const { order: paid, url } = await placeOrder(app, mila, ['saturday']);
    await pressAt(app, url!, 'paid');
    for (const { code, total_price: total } of [pending, gone]) {
      await app.db.run(
        `with booked as (
           insert into ledger_transactions (kind, key, order_id, booked_at)
           values ('sale', 'order:' || $1::bigint || ':sale:0', $1, $3) returning id
         )
         insert into ledger_entries (transaction_id, account, amount)
         select id, account, amount from booked, (values ('customer', $2::bigint), ('sales', -$2::bigint)) e (account, amount)`,
        [await idOf(code), total, app.clock.now()],
      );
    }
    await app.db.run(
      `with booked as (
         insert into ledger_transactions (kind, key, order_id, booked_at)
         values ('sale_reversed', 'order:' || $1::bigint || ':reversal:0', $1, $3) returning id
       )
       insert into ledger_entries (transaction_id, account, amount)
       select id, account, amount from booked, (values ('customer', -$2::bigint), ('sales', $2::bigint)) e (account, amount)`,
      [await idOf(gone.code), gone.total_price, app.clock.now()],
    );
    expect((await findings()).map(({ subject }) => subject)).toContain(pending.code);
    // By the machine's time it would book on a day that the shop's reports may have closed already.
    const migration = fs
      .readFileSync(path.join(MIGRATIONS_FOLDER, '0017-unpaid-sales.sql'), 'utf8')
      .replaceAll('now()', `'${app.clock.now().toISOString()}'`);
    for (const _ of [1, 2]) await app.db.transaction((tx) => tx.run(migration));
    expect(await bookingsOf(pending)).toEqual(['sale', 'sale_reversed']);
    expect(await bookingsOf(gone)).toEqual(['sale', 'sale_reversed']);
    expect(await bookingsOf(paid)).toEqual(['sale', 'payment']);
    expect(await findings()).toEqual([]);
    await transfer(pending.code, pending.total_price);
    expect(await bookingsOf(pending)).toEqual(['sale', 'sale_reversed', 'sale', 'payment']);
    expect((await now(pending)).has_invoice).toBe(true);
    await transfer(gone.code, gone.total_price);
    expect((await now(gone)).payment_status).toBe('paid');
    expect(await findings()).toEqual([]);
  });
});
