import { beforeAll, expect, test } from 'vitest';
import { newestOf } from '#apps/server/portal/newest.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Newest } from '#features/portal/contract.ts';
import { type OrderSummary, summaryOf } from '#features/portal/domain/order-summary.ts';
import { refundSummaryOf } from '#features/portal/domain/refund-summary.ts';
import { userData } from '#features/user-data/contract.ts';
import { freshLogins } from './support/fresh-logins.ts';
import { order, purchase } from './support/purchase.ts';
import { ada, app, DAY, givenRefundShop, mila, request, ticketCodes } from './support/refund-shop.ts';

givenRefundShop();

let oldest: Order;
let transferred: Order;

/** Mila has an order by transfer that is unpaid and older than 22 paid ones, and a ticket in an order of Ada's. */
beforeAll(async () => {
  oldest = (await order(app, mila, ['saturday'], null, 'bank_transfer')).order;
  await app.travel(DAY / 24);
  for (let count = 0; count < 12; count += 1) await purchase(app, mila, ['sandlark-pass', 'poster-a2']);
  await app.travel(DAY / 24);
  transferred = await purchase(app, ada, ['sandlark-pass', 'sandlark-pass']);
  await freshLogins(app);
  const reassigned = await app.call('change-ticket', {
    token: ada,
    order_id: transferred.id,
    code: transferred.tickets[0]!.code,
    reassign: true,
    full_name: 'Mila Okonkwo',
    email: 'mila@example.org',
    age: '25-34',
  });
  expect(reassigned.body.message).toBeUndefined();
  await app.travel(DAY / 24);
  for (let count = 0; count < 10; count += 1) await purchase(app, mila, ['saturday']);
});

const all = async (token = mila) => (await app.call('get-data', { token })).body.data;
const small = async (more: object = {}, token = mila) =>
  (await app.call('get-data', { token, orders: 'newest', ...more })).body.data;
const newest = async (): Promise<Newest> => (await small()).newest;
const codesOf = (orders: readonly { code: string }[]) => orders.map(({ code }) => code);

/** Reads all pages of the list. */
async function everyOrder(): Promise<OrderSummary[]> {
  const { orders, has_older_orders: hasOlder } = await newest();
  const found = [...orders];
  for (let hasMore = hasOlder; hasMore; ) {
    const { body } = await app.call('get-older-orders', { token: mila, before: found.at(-1)!.code });
    found.push(...body.orders);
    hasMore = body.has_older;
  }
  return found;
}

test('a client that does not ask for only the newest orders gets all orders in full', async () => {
  const data = await all();
  expect(data.orders).toHaveLength(24);
  expect(data).not.toHaveProperty('newest');
  expect(data).not.toHaveProperty('open_order');
});

test('the small bundle matches its contract and has only summaries of the two newest orders', async () => {
  const data = await small();
  expect(userData.strict().safeParse(data).error).toBeUndefined();
  expect(data).not.toHaveProperty('orders');
  expect(data).not.toHaveProperty('refunds');
  expect(data.newest).toMatchObject({ has_older_orders: true, has_older_refunds: false, refunds: [] });
  expect(codesOf(data.newest.orders)).toEqual(codesOf((await all()).orders).slice(0, 2));
});

test('the pages of the list have every order once, as sorted and described in the whole bundle', async () => {
  const { orders, config } = await all();
  const summaries = await everyOrder();
  expect(codesOf(summaries)).toEqual(codesOf(orders));
  expect(summaries).toEqual(
    orders.map((one: Order) => summaryOf(one, config, app.clock.now(), (purpose) => one[`${purpose}_checksum`])),
  );
});

test('an old order that needs the customer is in every answer', async () => {
  const { waiting_orders: waiting } = await newest();
  expect(waiting).toMatchObject([{ code: oldest.code, needs: [{ kind: 'transfer', amount: oldest.total_price }] }]);
});

test('a full order can be opened only by its owner', async () => {
  const { body } = await app.call('get-order', { token: mila, order_id: oldest.code });
  expect(body).toEqual({ order: (await all()).orders.at(-1), refunds: [] });
  expect((await app.call('get-order', { token: ada, order_id: oldest.code })).status).toBe(404);
  expect((await app.call('get-order', { token: mila, order_id: 'SLK-NOSUCH' })).status).toBe(404);
  expect((await app.call('get-order', { token: mila })).status).toBe(404);
  expect((await app.call('get-order', { order_id: oldest.code })).status).toBe(401);
});

test('the holder of a transferred ticket can open only that ticket of its order', async () => {
  const { body } = await app.call('get-order', { token: mila, order_id: transferred.code });
  expect(body.order).toMatchObject({ reassigned_to_me: true, checksum: '', payments: [] });
  expect(body.order.tickets).toHaveLength(1);
  expect(body.order).toEqual((await all()).orders.find(({ code }: Order) => code === transferred.code));
});

test('an answer has the requested order as it is after the call, or null for an unknown one', async () => {
  const bought = await purchase(app, mila, ['sandlark-pass']);
  const open = { orders: 'newest', open_order: bought.code };
  const { body } = await request(bought, { tickets: ticketCodes(bought) }, open);
  expect(body.data.open_order).toMatchObject({
    order: { code: bought.code, has_active_refunds: true },
    refunds: [{ id: body.refund_id }],
  });
  expect(await small({ open_refund: body.refund_id })).toMatchObject({ open_order: body.data.open_order });
  expect(await small({ open_order: 'SLK-NOSUCH' })).toMatchObject({ open_order: null });
  expect(await small({ open_refund: body.refund_id }, ada)).toMatchObject({ open_order: null });
  expect((await app.call('get-order', { token: ada, refund_id: body.refund_id })).status).toBe(404);
  await app.call('cancel-refund', { token: mila, refund_id: body.refund_id });
});

test('the pages of the refunds have every refund once', async () => {
  for (const bought of (await all()).orders.filter((one: Order) => one.can_refund).slice(0, 12)) {
    expect((await request(bought, { tickets: ticketCodes(bought) })).body.message).toBeUndefined();
  }
  const { refunds } = await all();
  expect(refunds.length).toBeGreaterThan(11);
  const { refunds: first, has_older_refunds: hasOlder } = await newest();
  expect(first).toHaveLength(2);
  const found = [...first];
  for (let hasMore = hasOlder; hasMore; ) {
    const { body } = await app.call('get-older-refunds', { token: mila, before: found.at(-1)!.id });
    found.push(...body.refunds);
    hasMore = body.has_older;
  }
  expect(found).toEqual(refunds.map(refundSummaryOf));
});

test('the bundle has the entry tickets among the newest, and all of an event on request', async () => {
  const { existing_tickets: every } = await all();
  const data = await small();
  expect(data.newest.has_older_tickets).toBe(true);
  expect(data.existing_tickets.length).toBeLessThan(every.length);
  expect(every).toEqual(expect.arrayContaining(data.existing_tickets));
  const event = every[0].event_id;
  const { body } = await app.call('get-entry-tickets', { token: mila, event_id: event });
  expect(body.existing_tickets).toEqual(every.filter((ticket: { event_id: string }) => ticket.event_id === event));
  expect((await app.call('get-entry-tickets', { token: mila, event_id: 'no number' })).body.existing_tickets).toEqual(
    [],
  );
});

test('the data of a buyer and a holder, read together, is the same as read alone', async () => {
  const bought = await purchase(app, ada, ['sandlark-pass', 'sandlark-pass']);
  await freshLogins(app);
  const change = { reassign: true, full_name: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34' };
  const { code } = bought.tickets[0]!;
  expect((await app.call('change-ticket', { token: ada, order_id: bought.id, code, ...change })).status).toBe(200);
  const emails = ['ada@example.org', 'mila@example.org'];
  const rows = await app.db.rows<{ id: number }>('select id from customers where email = any($1) order by email', [
    emails,
  ]);
  const [adaId, milaId] = rows.map(({ id }) => id) as [number, number];
  const newestTogether = async (ids: readonly number[]) => [
    ...(await newestOf(app.db, ids, app.catalogue.fresh(), app.clock.now())),
  ];
  const alone = [...(await newestTogether([adaId])), ...(await newestTogether([milaId]))];
  expect(await newestTogether([adaId, milaId, adaId])).toEqual(alone);
  const [[, { newest: adas }], [, { newest: milas }]] = alone as [(typeof alone)[0], (typeof alone)[0]];
  expect(adas.orders[0]).toMatchObject({ code: bought.code, total_price: bought.total_price });
  expect(milas.orders[0]).toMatchObject({ code: bought.code, total_price: 0 });
});
