import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrderForCustomer } from '#features/checkout/server/public.ts';
import { finishGatewayEvents, storeGatewayEvents } from '#features/payments/server/gateway-event-store.ts';
import { recordStarts } from '#features/payments/server/start-attempt-store.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { untilLockWaits } from './support/lock-waits.ts';
import { operatorOf } from './support/operator.ts';
import { order } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

// Locks are taken in one order everywhere: cart, holder limit, waiting-room entry, order, refund, voucher, account,
// items, departures, units, and last the ledger and the invoice counters. A transaction that waits for an item must not
// hold a lock that the item's current owner needs.

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(() => app.close());

/** Fills a cart, calls `before`, and checks the cart out with a voucher that covers it. */
async function orderWithVoucher(fullName: string, before: () => Promise<unknown> = async () => {}) {
  const added = await app.call('add-product-to-cart', {
    token,
    data: 'none',
    external_code: 'saturday',
    full_name: fullName,
    email: 'ada@example.org',
    age: '25-34',
  });
  await before();
  return await app.call('checkout-cart', {
    token,
    data: 'none',
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { accepted_ts_and_cs: true },
    voucher_code: 'FULLHOUSE',
  });
}

test('while a free order waits for its item, its tickets and its mail are already written', async () => {
  const { checkout } = await app.db.transaction(async (tx) => {
    const lockItem = () => tx.run("select 1 from shop_items where external_code = 'saturday' for no key update");
    const begun = { checkout: orderWithVoucher('Grace Hopper', lockItem) };
    await untilLockWaits(app.db);
    // A transaction keeps the lock of every table that it has written to.
    const written = await tx.rows<{ name: string }>(
      `select l.relation::regclass::text as name
       from pg_locks l
       where l.relation is not null and l.mode = 'RowExclusiveLock' and l.pid in (
         select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       )`,
    );
    const names = written.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['orders', 'tickets', 'mails']));
    expect(names).not.toContain('invoice_counters');
    return begun;
  });
  expect((await checkout).body.order.payment_status).toBe('paid');
});

test('a locked invoice counter does not hold up a free order', async () => {
  await app.db.transaction(async (tx) => {
    const invoice = { last_at: app.clock.now(), year: app.clock.now().getUTCFullYear() };
    await tx.run(
      `insert into invoice_counters (series, year, last, last_at) values ('invoice', $1, 0, $2)
       on conflict (series, year) do update set last = invoice_counters.last`,
      [invoice.year, invoice.last_at],
    );
    expect((await orderWithVoucher('Ada Lovelace')).body.order.payment_status).toBe('paid');
    await tx.run('delete from invoice_counters where last = 0');
  });
});

describe('an order placed by the operator', () => {
  const takeOrder = async (email: string, items: readonly string[], voucherCode: string | null = null) => {
    const { parts } = operatorOf(app);
    const shop = await loadShop(app.db);
    return await createOrderForCustomer(
      {
        db: app.db,
        shop,
        placing: parts.placing,
        attempts: parts.attempts(shop),
        invite: async () => {},
        askForTerms: async () => {},
      },
      {
        customer: { email, fullName: 'Ada Lovelace' },
        channel: 'phone',
        items: items.map((externalCode) => ({ externalCode, holder: null })),
        paymentMethod: null,
        country: 'NL',
        address,
        shipping: null,
        voucherCode,
        acceptedTerms: true,
        actor: commandLine('tester'),
      },
      app.clock.now(),
    );
  };

  /** Returns two items of merchandise, in the order of their ids. */
  const goods = async (): Promise<[string, string]> => {
    const rows = await app.db.rows<{ code: string }>(
      "select external_code as code from shop_items where kind = 'merchandise' order by id limit 2",
    );
    return [rows[0]!.code, rows[1]!.code];
  };

  const whileItWaits = async (
    block: { sql: string; parameters: string[] },
    begin: () => ReturnType<typeof takeOrder>,
    freeItem: string,
  ) => {
    const { taking } = await app.db.transaction(async (tx) => {
      await tx.run(block.sql, block.parameters);
      const begun = { taking: begin() };
      await untilLockWaits(app.db);
      await tx.run("set local lock_timeout = '500ms'");
      await tx.run('select 1 from shop_items where external_code = $1 for no key update', [freeItem]);
      return begun;
    });
    return await taking;
  };

  test('while it waits for its voucher, it locks no item', async () => {
    const [poster] = await goods();
    const block = { sql: "select 1 from vouchers where code = 'LARK20' for no key update", parameters: [] };
    const taken = await whileItWaits(block, () => takeOrder('voucher@example.org', [poster], 'LARK20'), poster);
    expect(taken).toMatchObject({ ok: true });
  });

  test('while it waits for the first item, it locks no later one, however the list is ordered', async () => {
    const [first, later] = await goods();
    const sql = 'select 1 from shop_items where external_code = $1 for no key update';
    const begin = () => takeOrder('items@example.org', [later, first]);
    expect(await whileItWaits({ sql, parameters: [first] }, begin, later)).toMatchObject({ ok: true });
  });

  test('while it waits, its customer can order in the shop', async () => {
    const [poster] = await goods();
    const sql = 'select 1 from shop_items where external_code = $1 for no key update';
    const { taking } = await app.db.transaction(async (tx) => {
      await tx.run(sql, [poster]);
      const begun = { taking: takeOrder('mila@example.org', [poster]) };
      await untilLockWaits(app.db);
      expect((await orderWithVoucher('Lise Meitner')).body.order.payment_status).toBe('paid');
      return begun;
    });
    expect(await taking).toMatchObject({ ok: true });
  });
});

describe('a statement for several requests locks their rows in one order, however they arrived', () => {
  /** Locks the first row while `statement` runs, and then the last one, which must be free. */
  const whileTheFirstIsHeld = async (
    table: string,
    ids: readonly [number, number],
    statement: () => Promise<unknown>,
  ) => {
    const lock = (id: number) => `select 1 from ${table} where id = ${id} for no key update`;
    const { running } = await app.db.transaction(async (tx) => {
      await tx.run(lock(ids[0]));
      const begun = { running: statement() };
      await untilLockWaits(app.db);
      await tx.run(`${lock(ids[1])} nowait`);
      return begun;
    });
    await running;
  };

  const now = () => app.clock.now();
  const makeMessage = (eventId: string) => ({ gateway: 'sandbox', eventId, facts: [], ask: [] });
  const storeMessages = async (...names: readonly string[]) => {
    const rows = await storeGatewayEvents(app.db, names.map(makeMessage), now());
    return rows.map((row) => row!.id);
  };

  test('when it records the starts of payments', async () => {
    for (let count = 0; count < 2; count += 1) await order(app, token, ['saturday']);
    const ids = (await app.db.rows<{ id: number }>('select id from payment_attempts order by id desc limit 2'))
      .map(({ id }) => id)
      .reverse() as [number, number];
    const started = ids.map((attemptId) => ({
      attemptId,
      action: { kind: 'redirect', url: 'https://pay.example/' } as never,
      gatewayPaymentId: null,
      payableUntil: now(),
      firstQueryAt: now(),
    }));
    await whileTheFirstIsHeld('payment_attempts', ids, () => recordStarts(app.db, started.toReversed()));
  });

  test('when it stores messages of gateways that were stored before', async () => {
    const [first, last] = await storeMessages('order-a', 'order-b');
    const store = () => storeGatewayEvents(app.db, ['order-b', 'order-a'].map(makeMessage), now());
    await whileTheFirstIsHeld('gateway_events', [first!, last!], store);
  });

  test('when it finishes messages of gateways', async () => {
    const ids = await storeMessages('order-c', 'order-d');
    const finish = () => finishGatewayEvents(app.db, ids.map((id) => ({ id, tries: 1 })).toReversed(), now());
    await whileTheFirstIsHeld('gateway_events', [ids[0]!, ids[1]!], finish);
  });
});
