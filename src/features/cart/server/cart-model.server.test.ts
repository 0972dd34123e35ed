import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recountStock, releaseExpiredHolds } from '#features/stock/server/public.ts';
import { givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { rounds } from '../../../../test/support/rounds.ts';
import { type CartShop, openCartShop } from '../testing.ts';
import { expireCarts } from './public.ts';

// Random buyers use the real calls and database. The model has no locks, rows or counters: it only remembers each
// cart's items and end.

const START = new Date('2027-03-01T10:00:00Z').getTime();
const MINUTE = 60_000;
const THURSDAY = new Date('2027-07-22T09:30:00Z');

let database: TestDatabase;
let shop: CartShop;
let items: ModelItem[];
let customerId: number;

interface ModelItem {
  id: number;
  externalCode: string;
  isTicket: boolean;
  isPlan: boolean;
  limit: number;
  capacity: number;
  departures: { id: number; capacity: number }[];
}

beforeAll(async () => {
  database = await givenDatabase();
  shop = await openCartShop(database.db, new Date(START));
  const { db } = database;
  const customer = await db.row<{ id: number }>(
    `insert into customers (email, email_key, full_name, created_at)
     values ('a@example.org', 'a@example.org', 'A', now())
     returning id`,
  );
  customerId = customer!.id;
  const addItem = async (
    changes: Partial<ModelItem>,
    more: Parameters<typeof givenItem>[1] = {},
  ): Promise<ModelItem> => {
    const base = { isTicket: true, isPlan: false, limit: 0, capacity: 4, departures: [], ...changes };
    const item = await givenItem(db, {
      capacity: base.capacity,
      limitPerOrder: base.limit,
      kind: base.isTicket ? 'tickets' : 'merchandise',
      ...more,
    });
    return { ...base, id: item.id, externalCode: item.externalCode };
  };
  const coach = await addItem({ capacity: 5 }, { travelTimeType: 'selectable' });
  for (const capacity of [2, 1]) {
    coach.departures.push({ id: await givenDeparture(db, coach.id, THURSDAY, capacity), capacity });
  }
  items = [
    await addItem({ limit: 2 }),
    await addItem({ isTicket: false, capacity: 3 }),
    await addItem({ isPlan: true, capacity: 2 }, { paymentPlan: [{ amount: 10_500 }] }),
    coach,
  ];
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

const NAMES = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'];

type Action =
  | { kind: 'add'; cart: number; item: number; name: number; departure: number }
  | { kind: 'update'; cart: number; line: number; name: number; departure: number }
  | { kind: 'remove' | 'extend'; cart: number; line: number }
  | { kind: 'wait'; minutes: number }
  | { kind: 'sweep' };

const small = fc.nat(3);
// Mostly the first tickets and the coach: their limits, holders and seats interact.
const someItem = fc.constantFrom(0, 0, 1, 2, 3, 3, 3);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      cart: small,
      item: someItem,
      name: fc.nat(2),
      departure: fc.nat(1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      cart: small,
      line: small,
      name: fc.nat(2),
      departure: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'extend' as const), cart: small, line: small }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const }) },
);

interface ModelLine {
  id: string;
  item: ModelItem;
  name: string;
  departure: number | null;
}

interface ModelCart {
  code: string;
  firstAdd: number;
  end: number;
  extensions: number;
  lines: ModelLine[];
}

class Model {
  readonly carts: ModelCart[] = [];
  now = START;

  /** Counts what unexpired carts hold of an item or of one departure. */
  held(item: ModelItem, departure: number | null = null): number {
    return this.carts
      .filter((cart) => cart.end > this.now)
      .flatMap((cart) => cart.lines)
      .filter((line) => line.item === item && (departure === null || line.departure === departure)).length;
  }

  endAfter(cart: ModelCart | undefined): number {
    const first = cart?.firstAdd ?? this.now;
    return Math.max(cart?.end ?? 0, Math.min(this.now + 15 * MINUTE, first + 165 * MINUTE));
  }

  statusOfAdd(cart: ModelCart | undefined, item: ModelItem, name: string, departure: number | null): number {
    if (cart && cart.end <= this.now) return 410;
    const lines = cart?.lines ?? [];
    if (lines.some((line) => line.item.isPlan)) return 409;
    if (item.isPlan && lines.length > 0) return 409;
    if (item.limit > 0 && lines.filter((line) => line.item === item).length >= item.limit) return 409;
    if (item.isTicket && lines.some((line) => line.item === item && line.name === name)) return 422;
    return this.hasRoom(item, departure) ? 200 : 409;
  }

  statusOfUpdate(cart: ModelCart, line: ModelLine | undefined, name: string, departure: number | null): number {
    if (cart.end <= this.now) return 410;
    if (!line) return 404;
    if (cart.lines.some((one) => one !== line && one.item === line.item && one.name === name)) return 422;
    if (departure === line.departure) return 200;
    return this.hasSeat(line.item, departure) ? 200 : 409;
  }

  private hasRoom(item: ModelItem, departure: number | null): boolean {
    return this.held(item) < item.capacity && this.hasSeat(item, departure);
  }

  private hasSeat(item: ModelItem, departure: number | null): boolean {
    const seats = item.departures.find((one) => one.id === departure);
    return !seats || this.held(item, departure) < seats.capacity;
  }
}

async function perform(model: Model, action: Action): Promise<number> {
  shop.setNow(new Date(model.now));
  if (action.kind === 'wait') {
    model.now += action.minutes * MINUTE;
    return 200;
  }
  if (action.kind === 'sweep') {
    await expireCarts(database.db).run(new Date(model.now));
    await releaseExpiredHolds(database.db).run(new Date(model.now));
    return 200;
  }
  const cart = model.carts[action.cart];
  if (action.kind === 'add') return add(model, cart, action);
  if (!cart) return 0;
  const line = action.kind === 'extend' ? undefined : cart.lines[action.line];
  if (action.kind === 'update') return update(model, cart, line?.item.isTicket ? line : undefined, action);
  if (action.kind === 'remove') return remove(model, cart, line);
  const status =
    cart.end <= model.now ? 410 : cart.extensions >= 10 || cart.end >= cart.firstAdd + 165 * MINUTE ? 409 : 200;
  const answer = await shop.call('extend-cart', { cart: cart.code, token: `customer-${customerId}` });
  expect(answer.status).toBe(status);
  if (status === 200) {
    // The cart of a guest gets another code when its customer first uses it.
    cart.code = answer.body.cart.code;
    cart.end = model.endAfter(cart);
    cart.extensions += 1;
    expect(answer.body.cart.expires_at).toBe(new Date(cart.end).toISOString());
  }
  return status;
}

async function add(
  model: Model,
  cart: ModelCart | undefined,
  action: { item: number; name: number; departure: number },
): Promise<number> {
  const item = items[action.item]!;
  const name = NAMES[action.name]!;
  const departure = item.departures[action.departure]?.id ?? null;
  const status = model.statusOfAdd(cart, item, name, departure);
  const request = { cart: cart?.code ?? null, external_code: item.externalCode };
  const answer = item.isTicket
    ? await shop.call('add-product-to-cart', {
        ...request,
        full_name: name,
        email: 'holder@example.org',
        transport_time_id: departure === null ? null : String(departure),
      })
    : await shop.call('add-merchandise-to-cart', request);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  if (status !== 200) return status;
  const wire = answer.body.cart;
  const end = model.endAfter(cart);
  const known = new Set(cart?.lines.map((line) => line.id));
  const [id] = [...wire.products, ...wire.merchandise].map((line) => line.id).filter((one) => !known.has(one));
  const line = { id: id!, item, name, departure };
  if (cart) {
    cart.lines.push(line);
    cart.end = end;
  } else {
    model.carts.push({ code: wire.code, firstAdd: model.now, end, extensions: 0, lines: [line] });
  }
  expect(wire.expires_at).toBe(new Date(end).toISOString());
  return status;
}

async function update(
  model: Model,
  cart: ModelCart,
  line: ModelLine | undefined,
  action: { name: number; departure: number },
): Promise<number> {
  const name = NAMES[action.name]!;
  const departure = line?.item.departures[action.departure]?.id ?? null;
  const status = model.statusOfUpdate(cart, line, name, departure);
  const answer = await shop.call('update-product-in-cart', {
    cart: cart.code,
    cart_product_id: line?.id ?? 'none',
    full_name: name,
    email: 'holder@example.org',
    transport_time_id: departure === null ? null : String(departure),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  if (line && status === 200) Object.assign(line, { name, departure });
  return status;
}

async function remove(model: Model, cart: ModelCart, line: ModelLine | undefined): Promise<number> {
  const status = cart.end <= model.now ? 410 : line ? 200 : 404;
  const answer = line?.item.isTicket
    ? await shop.call('remove-product-from-cart', { cart: cart.code, cart_product_id: line.id })
    : await shop.call('remove-merchandise-from-cart', { cart: cart.code, cart_merchandise_id: line?.id ?? 'none' });
  expect(answer.status).toBe(status);
  if (status === 200) cart.lines.splice(cart.lines.indexOf(line!), 1);
  return status;
}

test('whatever buyers do, every answer matches the model, and the counters match the rows', {
  timeout: rounds * 60_000 + 60_000,
}, async () => {
  const { db } = database;
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 60 }), async (actions) => {
      await db.run('delete from cart_lines');
      await db.run('delete from carts');
      await db.run('delete from stock_units');
      await db.run('update shop_items set held = 0, sold = 0');
      await db.run('update departures set held = 0, sold = 0');
      const model = new Model();
      for (const one of actions) {
        const status = await perform(model, one);
        seen.set(`${one.kind} ${status}`, (seen.get(`${one.kind} ${status}`) ?? 0) + 1);
      }
      expect(await recountStock(db, new Date(model.now))).toEqual([]);
      await expireCarts(db).run(new Date(model.now));
      await releaseExpiredHolds(db).run(new Date(model.now));
      for (const item of items) expect((await itemCounters(db, item.id)).held).toBe(model.held(item));
    }),
    { numRuns: 60 * rounds },
  );
  // A run that never reached these states would prove nothing.
  const reached = [
    'add 200',
    'add 409',
    'add 410',
    'add 422',
    'update 200',
    'update 409',
    'update 422',
    'remove 200',
    'extend 200',
  ];
  expect(reached.filter((one) => !seen.has(one))).toEqual([]);
});
