import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { findAll } from '#features/search/server/search-store.ts';
import { ticketIdOf } from '#features/tickets/server/ticket-signature.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

interface Result {
  by: string;
  matched: string;
  order: string | null;
  customer_name: string;
  receipt: number | null;
  outstanding: number | null;
}

let app: ShopApp;
let mila: string;
let support: OfficePerson;
let paid: Order;
let waiting: Order;

const find = async (text: string): Promise<Result[]> => (await support.browser.done('search', { text })).results;
const ordersBy = async (text: string) => (await find(text)).map(({ by, order }) => `${by} ${order}`);

beforeAll(async () => {
  app = await givenShopApp();
  mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass']);
  waiting = (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
  await app.settle();
  await app.db.run(
    `update orders set customer_name = 'Željka Marić', customer_email = 'zeljka@example.org' where code = $1`,
    [paid.code],
  );
  await app.db.run(
    `update tickets set full_name = 'Ivo Đurić', email = 'ivo@example.net' where order_id = (select id from orders where code = $1)`,
    [paid.code],
  );
  support = await givenPerson(app, 'The support', ['support']);
});
afterAll(() => app.close());

describe('if nothing matches as typed, one typing mistake is allowed', () => {
  const similar = async (text: string) => {
    const { results, are_similar: areSimilar } = await support.browser.done('search', { text });
    expect(areSimilar).toBe(true);
    return (results as Result[]).map(({ by, order }) => `${by} ${order}`);
  };
  /** Returns the code with another last character, which is in no code of this shop. */
  const mistyped = ({ code }: Order) => code.slice(0, -1) + (code.endsWith('Z') ? 'Y' : 'Z');
  test('in the code of an order: a wrong or missing character, or two that are swapped', async () => {
    expect(await similar(mistyped(paid))).toContain(`order ${paid.code}`);
    expect(await similar(paid.code.slice(0, 5) + paid.code.slice(6))).toContain(`order ${paid.code}`);
    const [a, b] = paid.code.slice(-2);
    if (a !== b) expect(await similar(paid.code.slice(4, -2) + b + a)).toContain(`order ${paid.code}`);
  });
  test('in the code of a ticket, which the answer does not contain', async () => {
    const { code } = paid.tickets[0]!;
    expect(await similar(code.slice(1))).toEqual([`ticket ${paid.code}`]);
    expect(JSON.stringify(await find(code.slice(1)))).not.toContain(code);
  });
  test('in the name of a buyer or a holder, also in the last name alone', async () => {
    expect(await similar('zeljka marc')).toEqual([`buyer ${paid.code}`]);
    expect(await similar('maruc')).toEqual([`buyer ${paid.code}`]);
    expect(await similar('ivo djuric')).toEqual([`holder ${paid.code}`]);
  });
  test('but not two mistakes, and never in addition to an exact match', async () => {
    expect(await find('zelkja marc')).toEqual([]);
    expect((await support.browser.done('search', { text: 'zeljka' })).are_similar).toBe(false);
  });
});

test('a search says how it understood the text', async () => {
  const { results, tried, tried_similar: triedSimilar } = await support.browser.done('search', { text: 'nobody9' });
  expect(results).toEqual([]);
  expect(tried).toEqual([
    { what: 'invoice', value: 'NOBODY9' },
    { what: 'receipt', value: 'nobody9' },
    { what: 'name', value: 'nobody9' },
  ]);
  expect(triedSimilar).toBe(true);
  const email = await support.browser.done('search', { text: 'nobody@example.org' });
  expect(email).toMatchObject({ tried: [{ what: 'email', value: 'nobody@example.org' }], tried_similar: false });
});

describe('an order is found', () => {
  test('with what is still outstanding', async () => {
    const outstanding = async ({ code }: Order) => (await find(code))[0]!.outstanding;
    expect([await outstanding(paid), await outstanding(waiting)]).toEqual([0, waiting.total_price]);
  });
  test('by its code, however it is typed, or the beginning of it', async () => {
    expect(await ordersBy(paid.code.toLowerCase().replace('-', ' '))).toEqual([`order ${paid.code}`]);
    expect(await ordersBy(paid.code.slice(0, 7))).toContain(`order ${paid.code}`);
  });
  test('by the reference of a payment, as the first result', async () => {
    expect((await ordersBy(`${waiting.code}-1`))[0]).toBe(`order ${waiting.code}`);
  });
  test('by a whole line of a bank statement', async () => {
    expect(await ordersBy(`M JANSEN SVWZ+${waiting.code.replace('-', ' ')} THANKS`)).toContain(`order ${waiting.code}`);
  });
  test('by the code of a ticket and by the text of its QR code, without showing either', async () => {
    const { code } = paid.tickets[0]!;
    const [typed] = await find(code);
    expect(typed).toMatchObject({ by: 'ticket', matched: 'Ivo Đurić', order: paid.code });
    expect(JSON.stringify(typed)).not.toContain(code);
    expect(await ordersBy(code.replace(/(.{4})/g, '$1 '))).toEqual([`ticket ${paid.code}`]);
    for (const length of [6, 12]) expect(await ordersBy(code.slice(0, length))).toEqual([`ticket ${paid.code}`]);
    const { tried } = await support.browser.done('search', { text: code.slice(0, 12) });
    expect(tried).toContainEqual({ what: 'ticket_beginning', value: '' });
    const scanned = await findAll(app.db, [{ kind: 'scanned', ticketId: ticketIdOf(code) }]);
    expect(scanned).toMatchObject([{ by: 'ticket', matched: 'Ivo Đurić', order: paid.code }]);
  });
  test('by its invoice and by the number of the money received', async () => {
    const [invoice] = await app.db.rows<{ code: string }>('select code from invoices limit 1');
    expect(await ordersBy(invoice!.code)).toEqual([`invoice ${paid.code}`]);
    expect(await ordersBy(`Invoice ${invoice!.code} please`)).toEqual([`invoice ${paid.code}`]);
    const [receipt] = await app.db.rows<{ id: number; transaction: string }>(
      'select id, transaction from receipts limit 1',
    );
    expect(await ordersBy(receipt!.transaction)).toEqual([`receipt ${paid.code}`]);
    expect(await ordersBy(`receipt ${receipt!.id}`)).toEqual([`receipt ${paid.code}`]);
    const filter = { text: `Receipt ${receipt!.id}` };
    expect(await support.browser.done('orders-list', { filter, after: null })).toMatchObject({
      rows: [{ code: paid.code }],
    });
    expect((await support.browser.done('search', { text: 'receipt 999999' })).results).toEqual([]);
  });
  test('by the bank’s number of money received, in capitals or not', async () => {
    const ofReceipt = 'update receipts set bank_reference = $1 where id = (select min(id) from receipts)';
    await app.db.run(ofReceipt, ['BANKREF-77AB']);
    expect(await ordersBy('bankref-77ab')).toEqual([`receipt ${paid.code}`]);
    await app.db.run(ofReceipt, [null]);
  });
  test('by the payer of money without an order, whose key is not shown', async () => {
    await app.db.run(
      `insert into receipts (source, transaction, amount, currency, received_at, attention, said)
       values ('bank', $1, 990, 'EUR', $2, 'unmatched', 'Zdravko Horvat, for the coach')`,
      [`csv:account:2026-11-19:990:=${'0'.repeat(32)}`, app.clock.now()],
    );
    expect(await find('horvat')).toMatchObject([{ by: 'receipt', order: null, matched: '' }]);
  });
  test.each(['Željka', 'zeljka  mar', 'MARIC', 'mari'])(
    'by a name of its buyer, ignoring case and accents: %s',
    async (text) => {
      expect(await ordersBy(text)).toEqual([`buyer ${paid.code}`]);
    },
  );
  test.each(['Ivo', 'duric', 'Ivo Đ'])('by a name of a ticket holder: %s', async (text) => {
    expect(await ordersBy(text)).toEqual([`holder ${paid.code}`]);
  });
  test.each(['maric zeljka', 'Marić, Željka'])('by its buyer’s name with the last name first: %s', async (text) => {
    expect(await ordersBy(text)).toEqual([`buyer ${paid.code}`]);
  });
  test.each(['de Groot', 'de gro', 'van  der BERG', 'der berg', 'Berg'])(
    'by a last name of several words, or its last word: %s',
    async (text) => {
      const name = /gro/i.test(text) ? 'Lena Maria de Groot' : 'Jan van der Berg';
      await app.db.run('update orders set customer_name = $1 where code = $2', [name, waiting.code]);
      expect(await ordersBy(text)).toEqual([`buyer ${waiting.code}`]);
      const listed = await support.browser.done('orders-list', { filter: { view: 'all', text }, after: null });
      expect(listed.rows.map(({ code }: { code: string }) => code)).toEqual([waiting.code]);
    },
  );
  test.each(['Groot de', 'an der Berg', 'Jan Berg'])(
    'but not by words that are swapped, cut or apart: %s',
    async (text) => {
      expect(await ordersBy(text)).toEqual([]);
    },
  );
  test('by the beginning of an email address, of buyer or holder', async () => {
    expect(await ordersBy('zeljka@')).toEqual([`buyer ${paid.code}`]);
    expect(await ordersBy('mailto:Ivo@example.net')).toEqual([`holder ${paid.code}`]);
  });
  const sum = (amount: number) => (amount / 100).toFixed(2);
  test('by an amount: the total of an order, typed after =, with its currency or with its decimals', async () => {
    for (const { code, total_price: total } of [paid, waiting]) {
      for (const text of [`=${sum(total)}`, `€${sum(total)}`, sum(total), sum(total).replace('.', ',')]) {
        expect(await ordersBy(text)).toEqual([`order ${code}`]);
      }
      const listed = await support.browser.done('orders-list', {
        filter: { view: 'all', text: `=${sum(total)}` },
        after: null,
      });
      expect(listed.rows.map((row: { code: string }) => row.code)).toEqual([code]);
    }
  });
  test('by an amount: received, or still to be paid', async () => {
    const ofOrder = 'where order_id = (select id from orders where code = $1)';
    await app.db.run(`update receipts set amount = 1234 ${ofOrder}`, [paid.code]);
    expect(await ordersBy('=12.34')).toEqual([`receipt ${paid.code}`]);
    await app.db.run(`update payments set paid_amount = amount - 2345 ${ofOrder}`, [waiting.code]);
    expect(await ordersBy('=23.45')).toEqual([`payment ${waiting.code}`]);
  });
  test('but not by an amount that no order has, which is not taken for a mistyped code either', async () => {
    expect(await support.browser.done('search', { text: '198,51' })).toMatchObject({
      results: [],
      tried_similar: false,
    });
  });
});

test.each(['x', '=', '%', '_', 'SLK-NOBODY', "nobody'; drop table orders", '\\', 'Nobody Knows', 'nobody@example.org'])(
  'nothing is found for %s',
  async (text) => {
    expect(await find(text)).toEqual([]);
  },
);

test('somebody who may not see orders finds nothing', async () => {
  const door = await givenPerson(app, 'The door', ['door']);
  expect((await door.browser.call('search', { text: paid.code })).status).toBe(403);
});

// Last, because its orders would match other tests' amounts.
test('an order is listed once under its buyer’s name, not again under the buyer’s ticket', async () => {
  const mila = await app.login();
  const own: string[] = [];
  for (let number = 0; number < 7; number += 1) own.push((await purchase(app, mila, ['saturday'])).code);
  await app.db.run(
    `update tickets set full_name = 'Bo Lindqvist' where order_id in (select id from orders where code = any($1))`,
    [own],
  );
  await app.db.run(`update orders set customer_name = 'Bo Lindqvist' where code = any($1)`, [own.slice(0, 6)]);
  // The five newest of each kind are listed.
  await app.db.run(`update orders set created_at = created_at + interval '1 minute' where code = $1`, [own[6]]);
  const by = (await find('bo lindq')).map((result) => result.by);
  expect(by.filter((one) => one === 'buyer').length).toBeGreaterThanOrEqual(5);
  expect(await ordersBy('bo lindq')).toContain(`holder ${own[6]}`);
  expect(by.filter((one) => one === 'holder')).toHaveLength(1);
});

test('with one typing mistake, a name that many orders have finds the newest', async () => {
  const codes = [];
  for (let count = 0; count < 6; count += 1) {
    codes.push((await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order.code);
    await app.travel(1_000);
  }
  await app.db.run(`update orders set customer_name = 'Tomislav Kovač' where code = any($1)`, [codes]);
  expect(await ordersBy('tomislav kovax')).toEqual(
    codes
      .slice(1)
      .reverse()
      .map((code) => `buyer ${code}`),
  );
});
