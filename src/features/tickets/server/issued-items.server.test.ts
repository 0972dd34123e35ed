import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { merchandisePurchase, ticket } from '../contract.ts';
import { givenCustomer, givenDeparture, givenEvent, givenItem, givenOrder } from '../testing.ts';
import { issueItems } from './issue-items.ts';
import { existingTickets, merchandiseOfOrders, orderHasActiveRefund, ticketsOfOrders } from './issued-items.ts';

const now = new Date('2027-02-01T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());

const issue = (orderId: number) => database.db.transaction((tx) => issueItems(tx, orderId, { pending: false }, now));

describe('a ticket in the API', () => {
  test('has the frozen policy and money of its line, and the shape of the contract', async () => {
    const { db } = database;
    const itemId = await givenItem(db, { name: 'Renamed since' });
    const orderId = await givenOrder(db, {
      customerId: await givenCustomer(db),
      discountAmount: 1_000,
      lines: [
        {
          itemId,
          discountShare: 1_000,
          frozen: { refundFee: 500, nameChangeLimit: 3, externalCode: 'pass' },
          age: '50',
        },
      ],
    });
    await issue(orderId);
    await db.run('update tickets set name_changes = 1 where order_id = $1', [orderId]);
    const [wire] = (await ticketsOfOrders(db, [orderId], now)).get(orderId)!;
    expect(ticket.strict().parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      product: 'Festival Pass',
      external_code: 'pass',
      age: '50',
      status: 'active',
      pending: false,
      price: 18_900,
      fee: 950,
      refund_fee: 500,
      refund_total: 17_400,
      shipping_refund: 0,
      name_changes_left: 2,
      allow_download: true,
      travel_time: null,
      travel_times: [],
    });
  });

  test('lists the departures still to leave and its own, with the seats left on each', async () => {
    const { db } = database;
    const itemId = await givenItem(db, { type: 'transport', travelTimeType: 'selectable' });
    await givenDeparture(db, itemId, '2027-01-01T08:00:00Z');
    const own = await givenDeparture(db, itemId, '2027-07-22T07:30:00Z', { capacity: 10, sold: 10, isActive: false });
    const soldOut = await givenDeparture(db, itemId, '2027-07-22T11:00:00Z', { capacity: 3, sold: 3 });
    await givenDeparture(db, itemId, '2027-07-22T12:00:00Z', { isActive: false });
    const unlimited = await givenDeparture(db, itemId, '2027-07-23T08:00:00Z');
    const orderId = await givenOrder(db, {
      customerId: await givenCustomer(db),
      lines: [{ itemId, departureId: own, frozen: { type: 'transport', travelTimeType: 'selectable' } }],
    });
    await issue(orderId);
    const [wire] = (await ticketsOfOrders(db, [orderId], now)).get(orderId)!;
    expect(wire).toMatchObject({ transport_time_id: String(own), travel_time: '2027-07-22T07:30:00.000Z' });
    expect(wire!.travel_times).toEqual([
      { id: String(own), travel_time: '2027-07-22T07:30:00.000Z', remaining: 0 },
      { id: String(soldOut), travel_time: '2027-07-22T11:00:00.000Z', remaining: 0 },
      { id: String(unlimited), travel_time: '2027-07-23T08:00:00.000Z', remaining: null },
    ]);
  });

  test('with a fixed time shows the operator’s current time', async () => {
    const { db } = database;
    const moved = new Date('2027-07-22T08:45:00Z');
    const itemId = await givenItem(db, { type: 'transport', travelTimeType: 'fixed', travelTime: moved });
    const orderId = await givenOrder(db, {
      customerId: await givenCustomer(db),
      lines: [{ itemId, frozen: { travelTimeType: 'fixed', travelTime: '2027-07-22T08:15:00.000Z' } }],
    });
    await issue(orderId);
    const [wire] = (await ticketsOfOrders(db, [orderId], now)).get(orderId)!;
    expect(wire).toMatchObject({ travel_time: moved.toISOString(), transport_time_id: null, travel_times: [] });
  });
});

test('merchandise refunds shipping with the last item, minus the rest of the discount', async () => {
  const { db } = database;
  const itemId = await givenItem(db, { kind: 'merchandise', type: 'apparel' });
  const line = { itemId, kind: 'merchandise', price: 2_800, fee: 0, discountShare: 2_800 } as const;
  const orderId = await givenOrder(db, {
    customerId: await givenCustomer(db),
    lines: [line, line],
    shippingAmount: 650,
    discountAmount: 5_800,
  });
  await issue(orderId);
  const refunds = async () =>
    (await merchandiseOfOrders(db, [orderId], now)).get(orderId)!.map((purchase) => {
      expect(merchandisePurchase.strict().parse(purchase)).toEqual(purchase);
      return purchase.shipping_refund;
    });
  expect(await refunds()).toEqual([0, 0]);
  await db.run(
    `update merchandise_purchases set status = 'refunded'
     where id = (select min(id) from merchandise_purchases where order_id = $1)`,
    [orderId],
  );
  expect(await refunds()).toEqual([0, 450]);
});

test('existing tickets are the valid entry tickets of the customer who manages them', async () => {
  const { db } = database;
  const [customerId, other] = [await givenCustomer(db), await givenCustomer(db)];
  const eventId = await givenEvent(db, '2027-07-22T10:00:00Z', '2027-07-25T22:00:00Z');
  const entry = await givenItem(db, { eventId });
  const coach = await givenItem(db, { eventId, type: 'transport' });
  const orderId = await givenOrder(db, {
    customerId,
    lines: [
      { itemId: entry, fullName: 'Kept' },
      { itemId: entry, fullName: 'In refund' },
      { itemId: entry, fullName: 'Transferred' },
      { itemId: coach, fullName: 'Coach', frozen: { type: 'transport' } },
    ],
  });
  const unpaid = await givenOrder(db, {
    customerId,
    paymentStatus: 'problem',
    lines: [{ itemId: entry, fullName: 'Charged back' }],
  });
  await issue(orderId);
  await issue(unpaid);
  await db.run(`update tickets set status = 'refund' where full_name = 'In refund'`);
  await db.run(`update tickets set customer_id = $1 where full_name = 'Transferred'`, [other]);
  expect(await existingTickets(db, customerId)).toEqual([
    { full_name: 'Kept', email: 'mila@example.org', age: null, event_id: String(eventId) },
  ]);
  expect((await existingTickets(db, other)).map((one) => one.full_name)).toEqual(['Transferred']);
});

test('two hundred orders of one customer are read together, in two statements', async () => {
  const { db } = database;
  const customerId = await givenCustomer(db);
  const itemId = await givenItem(db, { type: 'transport', travelTimeType: 'selectable' });
  const departureId = await givenDeparture(db, itemId, '2027-07-22T07:30:00Z');
  const orderIds: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    orderIds.push(
      await givenOrder(db, { customerId, lines: [{ itemId, departureId, frozen: { travelTimeType: 'selectable' } }] }),
    );
  }
  for (const orderId of orderIds) await issue(orderId);
  const statements: string[] = [];
  const counting = {
    ...db,
    rows: (text: string, values?: readonly unknown[]) => {
      statements.push(text);
      return db.rows(text, values);
    },
  };
  const tickets = await ticketsOfOrders(counting as typeof db, orderIds, now);
  expect(statements).toHaveLength(2);
  expect(tickets.size).toBe(200);
  expect(await ticketsOfOrders(db, [], now)).toEqual(new Map());
});

test.each([
  ['active', false],
  ['refund', true],
  ['refunding', true],
  ['refund-problem', true],
  ['refunded', false],
  ['cancelled', false],
])('an order with one item that is %s has an active refund: %s', async (status, isActive) => {
  const { db } = database;
  const merchandise = await givenItem(db, { kind: 'merchandise', type: 'apparel' });
  const orderId = await givenOrder(db, {
    customerId: await givenCustomer(db),
    lines: [{ itemId: await givenItem(db) }, { itemId: merchandise, kind: 'merchandise' }],
  });
  await issue(orderId);
  for (const table of ['tickets', 'merchandise_purchases']) {
    await db.run(`update ${table} set status = $2 where order_id = $1`, [orderId, status]);
    expect(await orderHasActiveRefund(db, orderId)).toBe(isActive);
    await db.run(`update ${table} set status = 'active' where order_id = $1`, [orderId]);
  }
});
