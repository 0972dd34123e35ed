import { createHmac, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { openMatters } from '#apps/server/open-matters.ts';
import { settleReceipt } from '#features/desk/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { rounds } from './support/rounds.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const key = derivedKey(Buffer.alloc(32, 7), 'sandbox-gateway');

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

interface Placed {
  code: string;
  attempt: string;
  amount: number;
}

let count = 0;
/** Writes a number in letters, because names must not have digits. */
const inLetters = (number: number) =>
  number.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

async function placeOrder(item = 'saturday'): Promise<Placed> {
  count += 1;
  const added = await app.call('add-product-to-cart', {
    token,
    external_code: item,
    full_name: `Holder ${inLetters(count)}`,
    email: 'holder@example.org',
    age: '25-34',
  });
  expect(added.status).toBe(200);
  const { body } = await app.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  return { code: body.order.code, attempt: `${body.order.payments[0].reference}-1`, amount: body.order.total_price };
}

interface Message {
  reference: string;
  status: string;
  transaction?: string | null;
  amount: number;
  currency: string;
}

async function send(message: Message, options: { key?: Buffer; at?: Date; body?: string } = {}) {
  const body = JSON.stringify({ event: randomUUID(), transaction: null, ...message });
  const seconds = Math.floor((options.at ?? app.clock.now()).getTime() / 1_000);
  const signature = createHmac('sha256', options.key ?? key)
    .update(`${seconds}.${body}`)
    .digest('hex');
  const answer = await app.fetch('/payments/callback/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${signature}` },
    body: options.body ?? body,
  });
  await app.server.inbox.idle();
  return answer;
}

const paidMessage = ({ attempt, amount }: Placed, transaction: string, changes: Partial<Message> = {}): Message => ({
  reference: attempt,
  status: 'paid',
  transaction,
  amount,
  currency: 'EUR',
  ...changes,
});

async function stateOf({ code }: Placed) {
  return app.db.row<{ payment_status: string; total_paid: number; tickets: number; attention: string | null }>(
    `select o.payment_status, o.total_paid,
       (select count(*) from tickets t where t.order_id = o.id and t.status <> 'cancelled') as tickets,
       (select string_agg(r.attention, ' ' order by r.id) from receipts r where r.order_id = o.id) as attention
     from orders o where o.code = $1`,
    [code],
  );
}

describe("a callback that is not the gateway's changes nothing", () => {
  test('a wrong key, altered body, old or missing signature, or unknown gateway is refused', async () => {
    const order = await placeOrder();
    const message = paidMessage(order, 'forged-1');
    expect((await send(message, { key: Buffer.alloc(32, 1) })).status).toBe(400);
    expect((await send(message, { body: JSON.stringify({ ...message, amount: 1 }) })).status).toBe(400);
    expect((await send(message, { at: new Date(app.clock.now().getTime() - 6 * MINUTE) })).status).toBe(400);
    const bare = await app.fetch('/payments/callback/sandbox', { method: 'POST', body: JSON.stringify(message) });
    expect(bare.status).toBe(400);
    expect((await app.fetch('/payments/callback/other', { method: 'POST', body: '{}' })).status).toBe(404);
    expect(await stateOf(order)).toMatchObject({ payment_status: 'pending', total_paid: 0, tickets: 0 });
  });

  test('an impossible sum, endless name or missing currency is refused, even if signed', async () => {
    const order = await placeOrder();
    const nonsense: [string, Partial<Message>][] = [
      ['none-1', { amount: 0 }],
      ['none-2', { amount: -order.amount }],
      ['none-3', { amount: Number.MAX_SAFE_INTEGER + 1 }],
      ['none-4', { currency: 'euro' }],
      [' ', {}],
      [`none-${'5'.repeat(5_000)}`, {}],
      ['none\n6', {}],
    ];
    for (const [transaction, changes] of nonsense) {
      expect((await send(paidMessage(order, transaction, changes))).status, transaction.slice(0, 10)).toBe(400);
    }
    expect(await stateOf(order)).toMatchObject({ payment_status: 'pending', total_paid: 0, attention: null });
    expect((await send(paidMessage(order, `n${'o'.repeat(199)}`))).status).toBe(200);
    expect(await stateOf(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('a database clock that was set back accepts messages signed at the true time, none older', async () => {
    const order = await placeOrder();
    const trueTime = app.clock.now().getTime() - 8 * MINUTE;
    const signedAt = (at: number) => send(paidMessage(order, 'lead-1'), { at: new Date(at) });
    expect((await signedAt(trueTime)).status, 'without a lead').toBe(400);
    const noLead = app.clock.leadMs;
    app.clock.leadMs = () => 8 * MINUTE;
    try {
      expect((await signedAt(trueTime - 6 * MINUTE)).status, 'six minutes old').toBe(400);
      expect((await signedAt(trueTime)).status, 'by the true time').toBe(200);
      expect((await signedAt(trueTime + 8 * MINUTE)).status, 'by the shop’s own time').toBe(200);
    } finally {
      app.clock.leadMs = noLead;
    }
    expect(await stateOf(order)).toMatchObject({ payment_status: 'paid', total_paid: order.amount });
  });
});

describe('a genuine callback for a reference that no attempt has', () => {
  const unmatched = () =>
    app.db.rows<{ words: string; amount: number; attention: string; suspended: number }>(
      `select said as words, amount, attention from receipts where attempt_id is null and source = 'sandbox' order by id`,
    );

  test('is accepted without money, and nothing is stored', async () => {
    const order = await placeOrder();
    const message = {
      ...paidMessage({ ...order, attempt: 'SLK-NOBODY-1-1' }, 'unknown-0'),
      status: 'declined' as const,
    };
    expect((await send(message)).status).toBe(200);
    expect(await unmatched()).toEqual([]);
  });

  test('with money is listed once for the operator, however often it is reported', async () => {
    const order = await placeOrder();
    const nobody = { ...order, attempt: 'SLK-NOBODY-1-1' };
    const [first, again] = await Promise.all([
      send(paidMessage(nobody, 'unknown-1')),
      send(paidMessage(nobody, 'unknown-1')),
    ]);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect((await send(paidMessage(nobody, 'unknown-2', { currency: 'USD' }))).status).toBe(200);
    expect(await unmatched()).toEqual([
      { words: 'SLK-NOBODY-1-1', amount: order.amount, attention: 'unmatched' },
      { words: 'SLK-NOBODY-1-1', amount: order.amount, attention: 'currency' },
    ]);
  });
});

describe('money is booked once and never dropped', () => {
  test('the same message a hundred times in parallel is booked once', async () => {
    const order = await placeOrder();
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(paidMessage(order, 'same-1'))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await stateOf(order)).toMatchObject({
      payment_status: 'paid',
      total_paid: order.amount,
      tickets: 1,
      attention: null,
    });
  });

  test('another amount gives the order a problem, issues nothing and is listed', async () => {
    const order = await placeOrder();
    expect((await send(paidMessage(order, 'amount-1', { amount: order.amount - 1 }))).status).toBe(200);
    expect(await stateOf(order)).toMatchObject({
      payment_status: 'problem',
      total_paid: 0,
      tickets: 0,
      attention: 'amount',
    });
  });

  test('another currency gives the order a problem, issues nothing and is listed', async () => {
    const order = await placeOrder();
    expect((await send(paidMessage(order, 'currency-1', { currency: 'USD' }))).status).toBe(200);
    expect(await stateOf(order)).toMatchObject({
      payment_status: 'problem',
      total_paid: 0,
      tickets: 0,
      attention: 'currency',
    });
  });

  test('a second movement for a paid payment is listed as a duplicate, and the order stays paid', async () => {
    const order = await placeOrder();
    await send(paidMessage(order, 'double-1'));
    await send(paidMessage(order, 'double-2'));
    expect(await stateOf(order)).toMatchObject({
      payment_status: 'paid',
      total_paid: order.amount,
      tickets: 1,
      attention: 'double',
    });
  });
});

describe('a movement that is reported again with other figures', () => {
  const receiptOf = ({ code }: Placed) =>
    app.db.row<{ id: number }>(
      `select r.id, r.amount, r.attention, r.settled_at is null as "isOpen", r.said as words
       from receipts r join orders o on o.id = r.order_id where o.code = $1`,
      [code],
    );
  const waiting = async () => (await auditShop(app.db, app.clock.now())).attention;

  test('counts as before, and the operator sees the other report once', async () => {
    const order = await placeOrder();
    await send(paidMessage(order, 'again-1'));
    const otherwise = paidMessage(order, 'again-1', { amount: order.amount + 100 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(otherwise)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await stateOf(order)).toMatchObject({ payment_status: 'paid', total_paid: order.amount, tickets: 1 });
    const words = `reported again as ${order.amount + 100} EUR (minor units)`;
    expect(await receiptOf(order)).toMatchObject({
      amount: order.amount,
      attention: 'contradicted',
      isOpen: true,
      words,
    });
    expect((await waiting()).filter((line) => line.includes('again-1'))).toEqual([
      `money to settle: sandbox again-1: €76.00 is contradicted by the payment provider, ${words}, order ${order.code}`,
    ]);
    const matters = await openMatters(app.db, app.clock.now());
    const receipt = (await receiptOf(order))!;
    expect(matters.filter(({ orderCode }) => orderCode === order.code)).toMatchObject([
      {
        kind: 'money_to_settle',
        key: `receipt:${receipt.id}`,
        since: expect.any(Date),
        sum: { amount: order.amount, currency: 'EUR' },
        receiptId: receipt.id,
      },
    ]);

    const wanted = {
      receiptId: (await receiptOf(order))!.id,
      note: 'asked the gateway',
      isReturned: false,
      actor: commandLine('me'),
    };
    expect(await settleReceipt({ db: app.db, currency: 'EUR' }, wanted, app.clock.now())).toMatchObject({ ok: true });
    await send(otherwise);
    await send(paidMessage(order, 'again-1'));
    expect(await receiptOf(order), 'the settled report again').toMatchObject({ isOpen: false, words });
    await send(paidMessage(order, 'again-1', { currency: 'USD' }));
    expect(await receiptOf(order), 'a new report').toMatchObject({
      attention: 'contradicted',
      isOpen: true,
      words: `${words}, reported again as ${order.amount} USD (minor units)`,
    });
  });

  test('is listed again after the operator has settled more reports than are quoted', async () => {
    const order = await placeOrder();
    await send(paidMessage(order, 'again-3'));
    for (let more = 1; more <= 20; more += 1)
      await send(paidMessage(order, 'again-3', { amount: order.amount + more }));
    const { id } = (await receiptOf(order))!;
    const wanted = { receiptId: id, note: 'asked the gateway', isReturned: false, actor: commandLine('me') };
    await settleReceipt({ db: app.db, currency: 'EUR' }, wanted, app.clock.now());
    expect(await receiptOf(order)).toMatchObject({ isOpen: false });
    await send(paidMessage(order, 'again-3', { amount: order.amount + 21 }));
    expect(await receiptOf(order)).toMatchObject({
      attention: 'contradicted',
      isOpen: true,
      words: expect.stringMatching(/^.{500,600}$/),
    });
  });

  test('is listed with money that waits because of its amount, and not booked', async () => {
    const order = await placeOrder();
    await send(paidMessage(order, 'again-2', { amount: 1 }));
    expect((await send(paidMessage(order, 'again-2'))).status).toBe(200);
    expect(await stateOf(order)).toMatchObject({ payment_status: 'problem', total_paid: 0, attention: 'amount' });
    expect(await receiptOf(order)).toMatchObject({
      amount: 1,
      isOpen: true,
      words: `reported again as ${order.amount} EUR (minor units)`,
    });
  });
});

describe('late money', () => {
  test('pays and issues an abandoned order whose stock is still available', async () => {
    const order = await placeOrder('lark-lodge');
    await app.travel(31 * MINUTE);
    expect(await stateOf(order)).toMatchObject({ payment_status: 'abandoned' });
    await send(paidMessage(order, 'late-1'));
    expect(await stateOf(order)).toMatchObject({ payment_status: 'paid', tickets: 1, attention: null });
  });

  test('gives an abandoned order whose stock is gone a problem, and is listed', async () => {
    const order = await placeOrder('lark-lodge');
    await app.travel(31 * MINUTE);
    await app.db.run(
      `update shop_items set capacity = sold + held, capacity_wanted = sold + held where external_code = 'lark-lodge'`,
    );
    await send(paidMessage(order, 'late-2'));
    expect(await stateOf(order)).toMatchObject({
      payment_status: 'problem',
      total_paid: 0,
      tickets: 0,
      attention: 'late',
    });
    await app.db.run(`update shop_items set capacity = 6, capacity_wanted = 6 where external_code = 'lark-lodge'`);
  });
});

test('property: the same updates in any order, any number of times, have the same result', async () => {
  // Capacity is unlimited, for long runs.
  await app.db.run(`update shop_items set capacity = null, capacity_wanted = null where external_code = 'saturday'`);
  const updates = ['open', 'processing', 'declined', 'cancelled', 'expired', 'paid'];
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(updates, { minLength: 6 }),
      fc.array(fc.constantFrom(...updates), { maxLength: 6 }),
      async (all, more) => {
        const order = await placeOrder();
        for (const status of [...all, ...more]) {
          const message =
            status === 'paid'
              ? paidMessage(order, `any-${order.code}`)
              : { reference: order.attempt, status, amount: order.amount, currency: 'EUR' };
          expect((await send(message)).status).toBe(200);
        }
        expect(await stateOf(order)).toMatchObject({
          payment_status: 'paid',
          total_paid: order.amount,
          tickets: 1,
          attention: null,
        });
      },
    ),
    { numRuns: 12 * rounds },
  );
});

test('an unknown return token gets 404', async () => {
  expect((await app.fetch('/payments/return/whatever')).status).toBe(404);
});
