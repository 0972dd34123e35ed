import { beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import {
  allCancellations,
  cancelEvent,
  ordersOfCancellation,
  refundCancelledOrders,
  type Scope,
} from '#features/cancellations/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { commandLine } from '#kernel/actor.ts';
import { keyFrom } from '#platform/config/secret-key.ts';
import { COMMAND_SECRET, type CommandAnswer, runShop } from './support/command-line.ts';
import { givenDatabase, type TestDatabase } from './support/database.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { orderNow, order as placeOrder, pressAt, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

let database: TestDatabase;
let app: ShopApp;
let mila: string;
let operator: Operator;

beforeEach(async () => {
  database = await givenDatabase();
  app = await givenShopApp({ secretKey: keyFrom(COMMAND_SECRET) }, { database, fill: true });
  operator = operatorOf(app);
  mila = await app.login();
  return async () => {
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    await app.close();
  };
});

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const shop = (...words: string[]): Promise<CommandAnswer> => runShop({ database, now: app.clock.now() }, ...words);
const now = ({ code }: Pick<Order, 'code'>) => orderNow(app, mila, code);
const eventOf = async (item: string) =>
  (await app.db.row<{ code: string; id: number }>(
    'select e.code, e.id from events e join shop_items i on i.event_id = e.id where i.external_code = $1',
    [item],
  ))!;
const refundsOf = async ({ code }: Order) =>
  await app.db.rows<{ code: string; total: number; status: string }>(
    'select r.code, r.total, r.status from refunds r join orders o on o.id = r.order_id where o.code = $1',
    [code],
  );

test('cancelling does what its preview showed with tickets, merchandise and unpaid orders', async () => {
  const event = await eventOf('sandlark-pass');
  const one = await purchase(app, mila, ['sandlark-pass', 'poster-a2']);
  const two = await purchase(app, mila, ['sandlark-pass']);
  const { order: unpaid } = await placeOrder(app, mila, ['sandlark-pass'], null, 'bank_transfer');
  const goods = await purchase(app, mila, ['poster-a2']);
  const dry = await shop('events', 'cancel', event.code, '--dry-run');
  expect(dry.out).toMatch(/Orders +3\n/);
  expect(dry.out).toMatch(/Valid tickets +2\n/);
  expect(dry.out).toMatch(/Unpaid orders to cancel +1\n/);
  expect(dry.out).toMatch(/of it paid by card +€397.00\n/);
  expect(dry.out).toMatch(/which are kept +1\n/);
  expect(await allCancellations(app.db)).toEqual([]);

  const cart = await app.call('add-product-to-cart', {
    ...{ token: mila, cart: null, external_code: 'saturday', full_name: 'Ivo', email: 'ivo@example.org', age: '25-34' },
  });
  expect(cart.status).toBe(200);
  const done = await shop('events', 'cancel', event.code, '--reason', 'Storm over the dunes.');
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('3 orders will be refunded or cancelled') });
  expect((await shop('events', 'cancel', event.code, '--reason', 'again')).err).toContain('already been cancelled');
  await app.travel(1_000);

  for (const order of [one, two]) {
    expect(await refundsOf(order)).toEqual([{ code: `${order.code}-R1`, total: 19_850, status: 'processed' }]);
    expect((await now(order)).tickets[0]).toMatchObject({ status: 'refunded', allow_download: false });
  }
  expect((await now(one)).merchandisePurchases[0]).toMatchObject({ status: 'active' });
  expect(await now(unpaid)).toMatchObject({ payment_status: 'cancelled' });
  expect(await now(goods)).toMatchObject({ payment_status: 'paid' });
  const notices = (await app.mails()).filter(({ body_text: words }) => words?.includes('Storm over the dunes.'));
  // The tickets were paid by card, so the money is back as soon as the gateway says so.
  expect(notices.map(({ kind }) => kind).sort()).toEqual([
    'order-cancelled',
    'refund-made',
    'refund-made',
    'ticket-cancelled',
    'ticket-cancelled',
  ]);
  expect((await shop('events', 'list')).out).toMatch(/done +3 +0 +0/);
  const results = (await shop('events', 'list', '1')).out;
  expect(results).toMatch(new RegExp(`${one.code} +refunded +${one.code}-R1\n`));
  expect(results).toMatch(new RegExp(`${unpaid.code} +cancelled *\n`));

  const added = await app.call('add-product-to-cart', {
    ...{ token: mila, cart: null, external_code: 'saturday', full_name: 'Ivo', email: 'ivo@example.org', age: '25-34' },
  });
  expect(added.status).not.toBe(200);
  const checkout = await app.call('checkout-cart', {
    ...{ token: mila, cart: cart.body.cart.code, voucher_code: null, customer: { country: 'NL', address } },
    order: {
      ...{ payment_method: 'credit_card', shipping_name: 'Mila', shipping_country: 'NL', shipping_address: address },
      accepted_ts_and_cs: true,
    },
  });
  expect(checkout.status).toBe(410);
  expect((await shop('import', 'demo')).code).toBe(0);
  const onSale = await app.db.rows(`select 1 from shop_items where event_id = $1 and is_active and kind = 'tickets'`, [
    event.id,
  ]);
  expect(onSale).toEqual([]);
});

test('holders other than the buyer get one mail that mentions no money', async () => {
  const order = await purchase(app, mila, ['saturday', 'saturday', 'poster-a2']);
  await app.db.run(
    `update tickets set email = case when id = (select min(id) from tickets) then 'mila@example.org' else 'noor@example.org' end`,
  );
  const before = (await app.mails()).length;
  const { code } = await eventOf('saturday');
  expect((await shop('events', 'cancel', code, '--reason', 'Storm.')).code).toBe(0);
  await app.travel(1_000);
  const notices = (await app.mails()).slice(before).filter(({ kind }) => kind === 'ticket-cancelled');
  expect(notices.map(({ recipient }) => recipient)).toEqual(['noor@example.org']);
  expect(notices[0]!.subject).toBe('Cancelled: Saturday day ticket');
  const words = notices[0]!.body_text!.replaceAll(/\s+/g, ' ');
  expect(words).toContain('Storm.');
  expect(words).toContain('It is no longer valid and will be refused at the entrance.');
  expect(words).not.toMatch(/€|portal/);
  expect(await refundsOf(order)).toHaveLength(1);
});

test('a cancellation stopped, resumed and killed anywhere in two processes refunds each order once', async () => {
  const { id } = await eventOf('sandlark-pass');
  const orders: Order[] = [];
  for (let number = 0; number < 6; number += 1) orders.push(await purchase(app, mila, ['saturday']));
  const scope: Scope = { eventId: id, itemId: null, departureId: null };
  const request = { scope, reason: 'Storm.', actor: commandLine('tester'), subject: 'event' };
  const begun = await cancelEvent({ db: app.db }, request, app.clock.now());
  expect(begun.ok).toBe(true);
  let calls = 0;
  /** Fails two of three transactions, one before and one after its commit, as if the process had died. */
  const dying = new Proxy(app.db, {
    get(db, name, receiver) {
      const real = Reflect.get(db, name, receiver) as unknown;
      if (typeof real !== 'function') return real;
      if (name !== 'transaction' && name !== 'stockTransaction') return real.bind(db);
      return async (...args: unknown[]) => {
        calls += 1;
        if (calls % 3 === 1) throw new Error('killed before');
        const value = await real.apply(db, args);
        if (calls % 3 === 2) throw new Error('killed after');
        return value;
      };
    },
  });
  const workOn = (db: typeof app.db) =>
    refundCancelledOrders({
      orders: { ...operator.orders, db },
      refunds: { ...operator.parts.refunds, db },
      onError: () => {},
    });
  let at = app.clock.now().getTime();
  for (let round = 0; round < 60; round += 1) {
    at += 10 * 60_000;
    const moment = new Date(at);
    if (round === 5) {
      await shop('events', 'stop', '1');
      expect((await shop('events', 'list')).out).toContain('paused');
      expect(await workOn(app.db).run(moment)).toBe(0);
    }
    if (round === 6) await shop('events', 'resume', '1');
    const works = [workOn(dying), workOn(round > 25 ? app.db : dying)];
    await Promise.all(works.map((work) => work.run(moment)));
  }
  // The work runs without the dying process, which could otherwise keep claiming the last order.
  for (const _ of orders) {
    at += 10 * 60_000;
    await workOn(app.db).run(new Date(at));
  }
  const results = await ordersOfCancellation(app.db, 1);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['refunded']));
  for (const order of orders) {
    expect(await refundsOf(order)).toEqual([{ code: `${order.code}-R1`, total: 7_600, status: 'processing' }]);
  }
});

test('an order paid during the cancellation is refunded too; one with a problem is named', async () => {
  const { id, code } = await eventOf('saturday');
  const late = await placeOrder(app, mila, ['saturday']);
  const troubled = await purchase(app, mila, ['saturday']);
  await app.db.run(`update orders set payment_status = 'problem' where code = $1`, [troubled.code]);
  expect((await shop('events', 'cancel', code, '--reason', 'Storm.')).code).toBe(0);
  await pressAt(app, late.url!, 'paid');
  await app.travel(1_000);
  expect(await refundsOf(late.order)).toHaveLength(1);
  expect((await ordersOfCancellation(app.db, 1)).find((one) => one.code === troubled.code)).toMatchObject({
    status: 'needs_you',
    words: 'The order has a problem.',
  });
  const { attention } = await auditShop(app.db, app.clock.now());
  expect(attention.join('\n')).toMatch(/1 orders of the cancelled .* need you: npm run shop -- events list 1/);
  await app.db.run(`update orders set payment_status = 'paid' where code = $1`, [troubled.code]);
  await shop('events', 'resume', '1');
  await app.travel(1_000);
  expect(await refundsOf(troubled)).toHaveLength(1);
  expect(id).toBeGreaterThan(0);
});

test('only the cancelled item’s tickets of an order are refunded', async () => {
  const order = await purchase(app, mila, ['sandlark-pass', 'dune-camping']);
  expect((await shop('events', 'cancel', 'dune-camping', '--reason', 'Flooded.')).code).toBe(0);
  await app.travel(1_000);
  const after = await now(order);
  expect(after.tickets.map(({ status }) => status).sort()).toEqual(['active', 'refunded']);
  expect((await shop('events', 'cancel', 'nothing', '--reason', 'x')).err).toContain('There is no event or item');
  expect((await shop('events', 'cancel', 'dune-camping', 'noon', '--reason', 'x')).err).toContain('has no departure');
});

test('only the passengers of the named departure are refunded; the other departures stay on sale', async () => {
  const departures = await app.db.rows<{ id: number; code: string }>(
    `select d.id, d.code from departures d join shop_items i on i.id = d.item_id
     where i.external_code = 'coach-amsterdam' and d.is_active order by d.id limit 2`,
  );
  const orders: Order[] = [];
  for (const { id } of departures) {
    const added = await app.call('add-product-to-cart', {
      ...{ token: mila, cart: null, external_code: 'coach-amsterdam', transport_time_id: String(id) },
      ...{ full_name: `Ivo ${orders.length === 0 ? 'One' : 'Two'}`, email: 'ivo@example.org', age: null },
    });
    expect(added.body.message).toBeUndefined();
    const bought = await app.call('checkout-cart', {
      ...{ token: mila, cart: added.body.cart.code, voucher_code: null, customer: { country: 'NL', address } },
      order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
    });
    expect(bought.body.message).toBeUndefined();
    await pressAt(app, bought.body.payment.url, 'paid');
    orders.push(bought.body.order);
  }
  const words = ['coach-amsterdam', departures[0]!.code];
  expect((await shop('events', 'cancel', ...words, '--dry-run')).out).toMatch(/Valid tickets +1\n/);
  expect((await shop('events', 'cancel', ...words, '--reason', 'No driver.')).code).toBe(0);
  await app.travel(1_000);
  expect(await refundsOf(orders[0]!)).toHaveLength(1);
  expect(await refundsOf(orders[1]!)).toHaveLength(0);
  const active = await app.db.rows<{ id: number }>('select id from departures where is_active and id = any($1)', [
    departures.map(({ id }) => id),
  ]);
  expect(active).toEqual([{ id: departures[1]!.id }]);
});
