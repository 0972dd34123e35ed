import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditMoney } from '#features/desk/server/public.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import { callShop } from '../faults/support/buyer.ts';
import { givenSale, type Sale } from '../faults/support/sale.ts';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

// A sale opens: 400 buyers at two server processes on one database want 100 units. Everything is real:
// the processes, HTTP, logins, carts, checkouts. Some change their minds, some click twice, refused ones keep trying,
// and those that a slow machine cannot serve in time retry with the same key, as browsers do.

const BUYERS = 400;
const UNITS = 100;

let database: TestDatabase;
let sale: Sale;
let shops: ShopProcess[];

beforeAll(async () => {
  database = await givenDatabase();
  // The shop has no pictures, because drawing them takes half a minute.
  sale = await givenSale(database.db, 2 * BUYERS);
  const start = () => startShop({ databaseUrl: database.url });
  shops = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all((shops ?? []).map((shop) => shop.stop()));
  await database.drop();
});

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

interface Rush {
  soldOut(): boolean;
  statuses: Map<string, number>;
}

/** Plays one buyer, who retries until they have an order or everything is sold. Returns whether they have one. */
async function buy(
  rush: Rush,
  index: number,
  token: string,
  item: { externalCode: string; departure: number | null },
): Promise<boolean> {
  const onAnswer = (call: string, status: number | 'none') => {
    const seen = `${call} ${status}`;
    rush.statuses.set(seen, (rush.statuses.get(seen) ?? 0) + 1);
  };
  const send = (turn: number, name: string, body: object) =>
    callShop({ addresses: () => [shops[(index + turn) % 2]!.url], onAnswer }, name, { token, data: 'none', ...body });
  let changesMind = index % 5 === 0;
  for (let turn = 0; !rush.soldOut(); turn += 1) {
    const added = await send(turn, 'add-product-to-cart', {
      cart: null,
      external_code: item.externalCode,
      full_name: 'Ada Lovelace',
      email: 'ada@example.org',
      transport_time_id: item.departure === null ? null : String(item.departure),
    });
    if (added.status !== 200) {
      await pause(150);
      continue;
    }
    const { cart } = added.body;
    if (changesMind) {
      changesMind = false;
      await send(turn + 1, 'remove-product-from-cart', { cart: cart.code, cart_product_id: cart.products[0].id });
      continue;
    }
    const checkout = (at: number) =>
      send(at, 'checkout-cart', {
        cart: cart.code,
        customer: { country: 'NL', address },
        order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
      });
    // Every third buyer clicks twice, at both processes.
    const orders = index % 3 === 0 ? await Promise.all([checkout(0), checkout(1)]) : [await checkout(turn)];
    expect(orders.map((order) => [order.status, order.body.message])).toEqual(orders.map(() => [200, undefined]));
    expect(new Set(orders.map((order) => order.body.order.code)).size).toBe(1);
    return true;
  }
  return false;
}

/** Starts one buyer for each login. Returns how many have an order, and counts the answers by call and status. */
async function race(item: { id: number; externalCode: string; departure: number | null }, tokens: readonly string[]) {
  const statuses = new Map<string, number>();
  let over = false;
  const watch = (async () => {
    const until = performance.now() + 90_000;
    while (!over && performance.now() < until) {
      over = (await itemCounters(database.db, item.id)).sold >= UNITS;
      await pause(100);
    }
    over = true;
  })();
  const begin = performance.now();
  const bought = await Promise.all(
    tokens.map((token, index) => buy({ soldOut: () => over, statuses }, index, token, item)),
  );
  const seconds = (performance.now() - begin) / 1_000;
  await watch;
  console.info(`${BUYERS} buyers, ${UNITS} units, ${seconds.toFixed(1)} s`, Object.fromEntries([...statuses].sort()));
  return { orders: bought.filter(Boolean).length, statuses };
}

async function expectEverythingToAgree() {
  expect(await recountStock(database.db, new Date())).toEqual([]);
  expect((await auditMoney(database.db)).findings).toEqual([]);
}

test('400 buyers at two processes buy exactly the 100 units, and the counters agree with the rows', async () => {
  const pass = await givenItem(database.db, { capacity: UNITS });
  const { orders, statuses } = await race({ ...pass, departure: null }, sale.tokens.slice(0, BUYERS));
  expect(orders).toBe(UNITS);
  expect(await itemCounters(database.db, pass.id)).toEqual({ capacity: UNITS, sold: UNITS, held: 0 });
  const placed = await database.db.row<{ count: number }>(
    'select count(*) from orders join order_lines on order_lines.order_id = orders.id where item_id = $1',
    [pass.id],
  );
  expect(placed!.count).toBe(UNITS);
  // Every answer was a success, a plain refusal, or a request to retry.
  expect([...statuses.keys()].filter((one) => !/ (200|409|503)$/.test(one))).toEqual([]);
  await expectEverythingToAgree();
}, 150_000);

test('the seats of one departure are a tighter limit, and are not exceeded either', async () => {
  const coach = await givenItem(database.db, { type: 'transport', travelTimeType: 'selectable', capacity: 5 * UNITS });
  const departure = await givenDeparture(database.db, coach.id, new Date('2099-07-22T09:30:00Z'), UNITS);
  const { orders } = await race({ ...coach, departure }, sale.tokens.slice(BUYERS));
  expect(orders).toBe(UNITS);
  expect(await itemCounters(database.db, coach.id)).toEqual({ capacity: 5 * UNITS, sold: UNITS, held: 0 });
  await expectEverythingToAgree();
}, 150_000);

test('a process that is killed in the middle of the rush loses no unit', async () => {
  const pass = await givenItem(database.db, { capacity: UNITS });
  const [survivor, victim] = [shops[0]!, await startShop({ databaseUrl: database.url })];
  const body = { data: 'none', external_code: pass.externalCode, full_name: 'Ada Lovelace', email: 'ada@example.org' };
  const addAtSurvivor = async () =>
    (await callShop({ addresses: () => [survivor.url] }, 'add-product-to-cart', body)).status;
  const addAtVictim = () =>
    fetch(`${victim.url}/api/add-product-to-cart`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
      .then(async (answer) => {
        await answer.json();
        return answer.status;
      })
      .catch(() => 'no answer' as const);
  // Buyers at the killed process continue until it no longer answers, so the kill always interrupts requests in
  // progress.
  const answers: (number | 'no answer')[] = [];
  const buyUntilSilence = async () => {
    let status: number | 'no answer';
    do {
      status = await addAtVictim();
      answers.push(status);
    } while (status !== 'no answer');
  };
  const atVictim = Array.from({ length: 30 }, buyUntilSilence);
  const atSurvivor = Array.from({ length: 60 }, () => addAtSurvivor().then((status) => answers.push(status)));
  while (!answers.includes(200)) await pause(1);
  await victim.kill();
  await Promise.all([...atVictim, ...atSurvivor]);
  const held = answers.filter((status) => status === 200).length;
  const unanswered = answers.filter((status) => status === 'no answer').length;
  expect(unanswered).toBeGreaterThan(0);
  const counters = await itemCounters(database.db, pass.id);
  // Every acknowledged unit is held; a buyer without an answer may have one too, in a cart that will expire.
  expect(counters.held).toBeGreaterThanOrEqual(held);
  expect(counters.held).toBeLessThanOrEqual(Math.min(UNITS, held + unanswered));
  await expectEverythingToAgree();
  // The rest can still be bought, to the last unit.
  const rest = await Promise.all(Array.from({ length: UNITS }, addAtSurvivor));
  expect(rest.filter((status) => status === 200)).toHaveLength(UNITS - counters.held);
  await expectEverythingToAgree();
}, 150_000);
