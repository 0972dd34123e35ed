import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { order } from './support/purchase.ts';
import { rounds } from './support/rounds.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const key = derivedKey(Buffer.alloc(32, 7), 'sandbox-gateway');

let app: ShopApp;
let token: string;
beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
  await app.db.run(`update shop_items set capacity = null, capacity_wanted = null where external_code = 'saturday'`);
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

type Event =
  | 'open'
  | 'processing'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'paid'
  | 'short'
  | 'foreign'
  | 'again'
  | 'shared';

/** Sends the gateway's message about an order's first attempt. */
async function send({ code, payments, total_price: total }: Order, event: Event): Promise<number> {
  const money: Partial<Record<Event, object>> = {
    paid: { status: 'paid', transaction: `${code}-paid` },
    short: { status: 'paid', transaction: `${code}-short`, amount: total - 1 },
    foreign: { status: 'paid', transaction: `${code}-foreign`, currency: 'USD' },
    again: { status: 'paid', transaction: `${code}-again` },
    shared: { status: 'paid', transaction: 'one for all' },
  };
  const message = { reference: `${payments[0]!.reference}-1`, amount: total, currency: 'EUR', transaction: null };
  const body = JSON.stringify({ event: randomUUID(), ...message, ...(money[event] ?? { status: event }) });
  const seconds = Math.floor(app.clock.now().getTime() / 1_000);
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  const answer = await app.fetch('/payments/callback/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${signature}` },
    body,
  });
  await app.server.inbox.idle();
  return answer.status;
}

/** Returns the final state of an order, its money and its tickets. */
const endOf = ({ code }: Order) =>
  app.db.row(
    `select o.payment_status, o.total_paid,
       (select string_agg(p.status || ' ' || p.paid_amount, ',' order by p.id) from payments p where p.order_id = o.id) as payments,
       (select count(*) from tickets t where t.order_id = o.id and t.status <> 'cancelled') as tickets,
       (select string_agg(concat_ws(' ', r.amount - o.total_price, r.currency, r.attention), ',' order by r.amount, r.currency, r.attention)
          from receipts r where r.order_id = o.id) as receipts
     from orders o where o.code = $1`,
    [code],
  );

function permutations<T>(of: readonly T[]): T[][] {
  if (of.length <= 1) return [[...of]];
  return of.flatMap((one, index) =>
    permutations([...of.slice(0, index), ...of.slice(index + 1)]).map((rest) => [one, ...rest]),
  );
}

const newOrder = async () => (await order(app, token, ['saturday'])).order;

/** Sends each permutation for a separate order and returns the distinct results. */
async function endsOf(
  events: readonly Event[],
  more: (permutation: Event[]) => Event[] = (all) => all,
): Promise<unknown[]> {
  const ends = new Set<string>();
  for (const permutation of permutations(events)) {
    const placed = await newOrder();
    for (const event of more(permutation)) expect(await send(placed, event)).toBe(200);
    ends.add(JSON.stringify(await endOf(placed)));
  }
  return [...ends].map((end) => JSON.parse(end));
}

const paid = { payment_status: 'paid', tickets: 1, receipts: '0 EUR' };

test('a payment’s updates in every possible order pay the order once and issue its ticket', async () => {
  const ends = await endsOf(
    rounds > 1
      ? ['open', 'processing', 'declined', 'cancelled', 'expired', 'paid']
      : ['processing', 'declined', 'paid'],
  );
  expect(ends).toEqual([expect.objectContaining(paid)]);
});

test('updates in every order, each twice, have the same result', async () => {
  const ends = await endsOf(['processing', 'cancelled', 'paid'], (all) => [...all, ...all]);
  expect(ends).toEqual([expect.objectContaining(paid)]);
});

test('all updates at once, each three times, have the same result', async () => {
  for (let times = 0; times < 3 * rounds; times += 1) {
    const placed = await newOrder();
    const updates: Event[] = ['paid', 'processing', 'declined', 'open', 'expired', 'cancelled'];
    const answers = await Promise.all([...updates, ...updates, ...updates].map((event) => send(placed, event)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await endOf(placed)).toMatchObject(paid);
  }
});

test('after updates without money in every order, the order waits for another attempt', async () => {
  const ends = await endsOf(['processing', 'declined', 'open']);
  expect(ends).toEqual([expect.objectContaining({ payment_status: 'pending', tickets: 0, receipts: null })]);
});

test('a second movement in any order is listed, and the order is paid once', async () => {
  const ends = await endsOf(['paid', 'again', 'declined']);
  expect(ends).toEqual([
    expect.objectContaining({ payment_status: 'paid', tickets: 1, receipts: '0 EUR double,0 EUR' }),
  ]);
});

test('a movement reported for two orders counts once, and each callback is accepted', async () => {
  const [one, other] = [await newOrder(), await newOrder()];
  for (const placed of [one, other, other, one]) expect(await send(placed, 'shared')).toBe(200);
  expect(await endOf(one)).toMatchObject({ payment_status: 'paid', receipts: '0 EUR contradicted' });
  expect(await endOf(other)).toMatchObject({ payment_status: 'problem', total_paid: 0, tickets: 0, receipts: null });
});
