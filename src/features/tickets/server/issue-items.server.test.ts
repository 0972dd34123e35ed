import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { givenCustomer, givenDeparture, givenItem, givenOrder } from '../testing.ts';
import { cancelItems, issueItems } from './issue-items.ts';
import { merchandiseOfOrders, ticketsOfOrders } from './issued-items.ts';

const now = new Date('2027-02-01T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());

async function createOrder(): Promise<number> {
  const { db } = database;
  const coach = await givenItem(db, { type: 'transport', travelTimeType: 'selectable' });
  const departureId = await givenDeparture(db, coach, '2027-07-22T07:30:00Z', { capacity: 20, sold: 3 });
  return givenOrder(db, {
    customerId: await givenCustomer(db),
    lines: [
      { itemId: await givenItem(db), fullName: 'Ada Lovelace', email: 'ada@example.org', age: '25-34' },
      { itemId: coach, departureId, frozen: { type: 'transport', travelTimeType: 'selectable' } },
      { itemId: await givenItem(db, { kind: 'merchandise', type: 'apparel' }), kind: 'merchandise' },
    ],
  });
}

const issue = (orderId: number, { isPending } = { isPending: false }) =>
  database.db.transaction((tx) => issueItems(tx, orderId, { pending: isPending }, now));

const itemsOf = async (orderId: number) => ({
  tickets: (await ticketsOfOrders(database.db, [orderId], now)).get(orderId) ?? [],
  merchandise: (await merchandiseOfOrders(database.db, [orderId], now)).get(orderId) ?? [],
});

describe('issuing', () => {
  test('creates one ticket or purchase for each line, with the line’s holder', async () => {
    const orderId = await createOrder();
    expect(await issue(orderId)).toBe(3);
    const { tickets, merchandise } = await itemsOf(orderId);
    expect(tickets.map((ticket) => [ticket.full_name, ticket.email, ticket.age, ticket.type])).toEqual([
      ['Ada Lovelace', 'ada@example.org', '25-34', 'ticket'],
      ['Mila Okonkwo', 'mila@example.org', null, 'transport'],
    ]);
    expect(merchandise).toHaveLength(1);
    const codes = [...tickets, ...merchandise].map((item) => item.code);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{17}$/);
  });

  test('again changes nothing', async () => {
    const orderId = await createOrder();
    await issue(orderId);
    const before = await itemsOf(orderId);
    expect(await issue(orderId)).toBe(0);
    expect(await itemsOf(orderId)).toEqual(before);
  });

  test('from many simultaneous transactions creates each item once', async () => {
    const orderId = await createOrder();
    const issued = await Promise.all(Array.from({ length: 8 }, () => issue(orderId)));
    expect(issued.reduce((total, count) => total + count, 0)).toBe(3);
    const { tickets, merchandise } = await itemsOf(orderId);
    expect([tickets.length, merchandise.length]).toEqual([2, 1]);
  });

  test('leaves nothing when its transaction fails', async () => {
    const orderId = await createOrder();
    const failing = database.db.transaction(async (tx) => {
      await issueItems(tx, orderId, { pending: false }, now);
      throw new Error('The process died');
    });
    await expect(failing).rejects.toThrow('The process died');
    expect(await itemsOf(orderId)).toEqual({ tickets: [], merchandise: [] });
  });

  test('of an order without lines throws', async () => {
    await expect(issue(987_654)).rejects.toThrow('no lines');
  });
});

describe('a plan', () => {
  test('has pending items until it is fully paid', async () => {
    const orderId = await createOrder();
    await issue(orderId, { isPending: true });
    const pending = await itemsOf(orderId);
    expect([...pending.tickets, ...pending.merchandise].map((item) => item.pending)).toEqual([true, true, true]);
    expect(await issue(orderId)).toBe(3);
    expect(await issue(orderId)).toBe(0);
    const complete = await itemsOf(orderId);
    expect([...complete.tickets, ...complete.merchandise].map((item) => item.pending)).toEqual([false, false, false]);
    expect(complete.tickets.map((ticket) => ticket.code)).toEqual(pending.tickets.map((ticket) => ticket.code));
  });

  test('never goes back to pending by being issued again', async () => {
    const orderId = await createOrder();
    await issue(orderId);
    expect(await issue(orderId, { isPending: true })).toBe(0);
    expect((await itemsOf(orderId)).tickets.map((ticket) => ticket.pending)).toEqual([false, false]);
  });
});

describe('cancelling', () => {
  test('cancels the active items, while those in a refund stay in it', async () => {
    const orderId = await createOrder();
    await issue(orderId);
    const [first] = (await itemsOf(orderId)).tickets;
    await database.db.run(`update tickets set status = 'refunding' where code = $1`, [first!.code]);
    expect(await database.db.transaction((tx) => cancelItems(tx, orderId))).toBe(2);
    const { tickets, merchandise } = await itemsOf(orderId);
    expect([...tickets, ...merchandise].map((item) => item.status)).toEqual(['refunding', 'cancelled', 'cancelled']);
  });

  test('is undone by a late payment, with new codes and generations for the tickets', async () => {
    const orderId = await createOrder();
    await issue(orderId);
    const before = await itemsOf(orderId);
    await database.db.transaction((tx) => cancelItems(tx, orderId));
    expect(await issue(orderId)).toBe(3);
    const after = await itemsOf(orderId);
    expect([...after.tickets, ...after.merchandise].map((item) => item.status)).toEqual(['active', 'active', 'active']);
    for (const [index, ticket] of after.tickets.entries()) expect(ticket.code).not.toBe(before.tickets[index]!.code);
    const generations = await database.db.rows('select generation from tickets where order_id = $1', [orderId]);
    expect(generations).toEqual([{ generation: 2 }, { generation: 2 }]);
  });
});
