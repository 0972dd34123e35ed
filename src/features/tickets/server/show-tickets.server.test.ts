import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { givenCustomer, givenEvent, givenItem, givenOrder } from '../testing.ts';
import { documentByCode } from './document-store.ts';
import { issueItems } from './issue-items.ts';
import { qrText } from './make-document.ts';
import { showTickets } from './show-tickets.ts';

const now = new Date('2027-02-01T12:00:00Z');
const secretKey = Buffer.alloc(32, 7);
let database: TestDatabase;

beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(async () => {
  await database.drop();
});

const parts = () => ({ db: database.db, secretKey });

/** A paid order of three tickets, with their codes in the order of the cart. */
async function givenThree(paymentStatus = 'paid', isTermsAccepted = true) {
  const { db } = database;
  const eventId = await givenEvent(db, '2027-07-22T10:00:00Z', '2027-07-25T22:00:00Z');
  await db.run("update events set entrance = 'North gate', gate_times = 'From noon' where id = $1", [eventId]);
  const itemId = await givenItem(db, { eventId });
  const customerId = await givenCustomer(db);
  const lines = [{ itemId }, { itemId }, { itemId }];
  const orderId = await givenOrder(db, { customerId, paymentStatus, isTermsAccepted, lines });
  await db.transaction((tx) => issueItems(tx, orderId, { pending: paymentStatus !== 'paid' }, now));
  const rows = await db.rows<{ code: string; order: string }>(
    `select tickets.code, orders.code as order from tickets join orders on orders.id = tickets.order_id
     where order_id = $1 order by order_line_id`,
    [orderId],
  );
  return { customerId, orderId, order: rows[0]!.order, codes: rows.map(({ code }) => code) };
}

describe('the tickets of an order for the gate', () => {
  test('have the QR text of their document and the notes about the gate, in the cart’s order', async () => {
    const { customerId, order, codes } = await givenThree();
    const shown = await showTickets(parts(), customerId, order);
    expect(shown.map(({ code }) => code)).toEqual(codes);
    const row = (await documentByCode(database.db, codes[1]!))!;
    expect(shown[1]).toEqual({
      code: codes[1],
      qr_text: qrText(row, secretKey),
      entrance: 'North gate',
      gate_times: 'From noon',
    });
    expect([row.number, row.numberOf]).toEqual([2, 3]);
  });

  test('are only the tickets that may be downloaded', async () => {
    const { customerId, order, codes } = await givenThree();
    await database.db.run("update tickets set status = 'refund' where code = $1", [codes[0]]);
    await database.db.run("update tickets set email = '' where code = $1", [codes[2]]);
    expect((await showTickets(parts(), customerId, order)).map(({ code }) => code)).toEqual([codes[1]]);
    // A ticket in a refund is not counted.
    const row = (await documentByCode(database.db, codes[1]!))!;
    expect([row.number, row.numberOf]).toEqual([1, 2]);
  });

  test.each([
    ['partial', true],
    ['problem', true],
    ['paid', false],
  ])('are none while the order is %s and its terms are accepted: %s', async (status, isTermsAccepted) => {
    const { customerId, order } = await givenThree(status, isTermsAccepted);
    expect(await showTickets(parts(), customerId, order)).toEqual([]);
  });

  test('are those of the customer who manages them, after a reassignment too', async () => {
    const { customerId, order, codes } = await givenThree();
    const other = await givenCustomer(database.db);
    expect(await showTickets(parts(), other, order)).toEqual([]);
    await database.db.run('update tickets set customer_id = $2 where code = $1', [codes[0], other]);
    expect((await showTickets(parts(), other, order)).map(({ code }) => code)).toEqual([codes[0]]);
    expect((await showTickets(parts(), customerId, order)).map(({ code }) => code)).toEqual(codes.slice(1));
    expect(await showTickets(parts(), customerId, 'SLK-NONE')).toEqual([]);
  });
});
