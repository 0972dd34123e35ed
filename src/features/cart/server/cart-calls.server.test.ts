import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recountStock, releaseExpiredHolds } from '#features/stock/server/public.ts';
import { departureCounters, givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import { limitsWith } from '#platform/http/limits.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type CartShop, openCartShop } from '../testing.ts';
import { expireCarts, forgetExpiredCarts, lockCartForCheckout, markCartOrdered } from './public.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const THURSDAY = new Date('2027-07-22T09:30:00Z');
const at = (minutes: number, ms = 0) => new Date(NOW.getTime() + minutes * 60_000 + ms);

let database: TestDatabase;
let shop: CartShop;
let customers: number[];

beforeAll(async () => {
  database = await givenDatabase();
  shop = await openCartShop(database.db, NOW);
  customers = (
    await database.db.rows<{ id: number }>(
      `insert into customers (email, email_key, full_name, created_at)
       values ('a@example.org', 'a@example.org', 'A', now()), ('b@example.org', 'b@example.org', 'B', now())
       returning id`,
    )
  ).map((row) => row.id);
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});
beforeEach(async () => {
  // Every test has its own time, so that the carts of one have not ended in another.
  await database.db.run('delete from cart_lines');
  await database.db.run('delete from carts');
  await database.db.run('delete from stock_units');
  await database.db.run('update shop_items set held = 0, sold = 0');
  await database.db.run('update departures set held = 0, sold = 0');
  shop.setNow(NOW);
  Object.assign(shop.switches, { shopActive: true, merchandiseActive: true });
});

const ada = { full_name: 'Ada Lovelace', email: 'ada@example.org' };
const grace = { full_name: 'Grace Hopper', email: 'grace@example.org' };
const token = (index: number) => `customer-${customers[index]}`;

const addProduct = (cart: string | null, externalCode: string, holder: object = ada, more: object = {}) =>
  shop.call('add-product-to-cart', { cart, external_code: externalCode, ...holder, ...more });
const addMerchandise = (cart: string | null, externalCode: string, more: object = {}) =>
  shop.call('add-merchandise-to-cart', { cart, external_code: externalCode, ...more });

/** The stock agrees with its rows, and with the carts. */
async function expectAgreement(now = shop.now()) {
  expect(await recountStock(database.db, now)).toEqual([]);
}

describe('adding to the cart', () => {
  test('the first add makes a cart for 15 minutes by the shop’s clock, behind a code that nobody can guess', async () => {
    const pass = await givenItem(database.db, { name: 'Festival Pass', price: 18_900, fee: 950, capacity: 10 });
    const { status, body } = await addProduct(null, pass.externalCode);
    expect(status).toBe(200);
    expect(body.cart).toMatchObject({
      expires_at: at(15).toISOString(),
      now: NOW.toISOString(),
      merchandise: [],
      total_price: 19_850,
    });
    expect(body.cart.code).toMatch(/^[\w-]{22}$/);
    expect(body.cart.products).toEqual([
      {
        id: expect.any(String),
        shop_item_type: 'tickets',
        external_code: pass.externalCode,
        product: 'Festival Pass',
        type: 'ticket',
        event_id: null,
        ...ada,
        age: null,
        travel_time_type: null,
        travel_time: null,
        transport_time_id: null,
        timezone: 'Europe/Amsterdam',
        price: 18_900,
        fee: 950,
        shop_image: '/media/pass',
        payment_plan: [],
      },
    ]);
    expect(await itemCounters(database.db, pass.id)).toEqual({ capacity: 10, sold: 0, held: 1 });
    await expectAgreement();
  });

  test('a later add goes into the same cart and gives all of it its full time again', async () => {
    const [pass, tee] = [
      await givenItem(database.db, { capacity: 10 }),
      await givenItem(database.db, { kind: 'merchandise', capacity: 5, price: 2_800, fee: 0 }),
    ];
    const first = (await addProduct(null, pass.externalCode)).body.cart;
    shop.setNow(at(10));
    const second = (await addMerchandise(first.code, tee.externalCode)).body.cart;
    expect(second).toMatchObject({ code: first.code, expires_at: at(25).toISOString(), total_price: 13_300 });
    expect(second.merchandise).toEqual([
      {
        id: expect.any(String),
        shop_item_type: 'merchandise',
        external_code: tee.externalCode,
        merchandise: tee.name,
        price: 2_800,
        fee: 0,
        shop_image: '/media/pass',
      },
    ]);
    await releaseExpiredHolds(database.db).run(at(20));
    expect((await itemCounters(database.db, pass.id)).held).toBe(1);
    await expectAgreement();
  });

  test('no add prolongs a cart past 165 minutes from its first', async () => {
    const tee = await givenItem(database.db, { kind: 'merchandise' });
    let { cart } = (await addMerchandise(null, tee.externalCode)).body;
    for (let minute = 14; minute < 165; minute += 14) {
      shop.setNow(at(minute));
      cart = (await addMerchandise(cart.code, tee.externalCode)).body.cart;
    }
    expect(cart.expires_at).toBe(at(165).toISOString());
    shop.setNow(at(165));
    expect((await addMerchandise(cart.code, tee.externalCode)).status).toBe(410);
  });

  test('a coach takes a seat of the chosen departure', async () => {
    const coach = await givenItem(database.db, { type: 'transport', travelTimeType: 'selectable', capacity: 5 });
    const seat = await givenDeparture(database.db, coach.id, THURSDAY, 3);
    const { body } = await addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(seat) });
    expect(body.cart.products[0]).toMatchObject({
      travel_time: THURSDAY.toISOString(),
      travel_time_type: 'selectable',
      transport_time_id: String(seat),
    });
    expect(await departureCounters(database.db, seat)).toEqual({ capacity: 3, sold: 0, held: 1 });
    await expectAgreement();
  });

  test('what was added stays as it was, whatever the catalogue says later', async () => {
    const pass = await givenItem(database.db, { name: 'Early Bird', price: 9_000, fee: 100 });
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    await database.db.run(
      `update shop_items set name = 'Late Bird', price = 99999, tax_basis_points = 2100, is_active = false where id = $1`,
      [pass.id],
    );
    const { body } = await shop.call('get-cart', { cart: cart.code });
    expect(body.cart.products[0]).toMatchObject({ product: 'Early Bird', price: 9_000 });
    const { invoice } = (await shop.call('calculate-invoice', { cart: cart.code, country: '' })).body as never as {
      invoice: { tax: object };
    };
    expect(Object.keys(invoice.tax)).toEqual(['9']);
  });
});

describe('refusals of an add', () => {
  const soldOutPass = () => givenItem(database.db, { capacity: 0 });
  const cases: [string, () => Promise<{ status: number; body: { message: string } }>, number, string][] = [
    ['an unknown item', () => addProduct(null, 'nothing'), 404, 'This item is not on sale.'],
    [
      'merchandise as a product',
      async () => addProduct(null, (await givenItem(database.db, { kind: 'merchandise' })).externalCode),
      404,
      'This item is not on sale.',
    ],
    [
      'a product as merchandise',
      async () => addMerchandise(null, (await givenItem(database.db)).externalCode),
      404,
      'This item is not on sale.',
    ],
    [
      'a withdrawn item',
      async () => {
        const item = await givenItem(database.db);
        await database.db.run('update shop_items set is_active = false where id = $1', [item.id]);
        return addProduct(null, item.externalCode);
      },
      404,
      'This item is not on sale.',
    ],
    [
      'a sold out item',
      async () => addProduct(null, (await soldOutPass()).externalCode),
      409,
      'Sorry, this item is sold out.',
    ],
    [
      'an unknown cart',
      async () => addProduct('no-such-cart', (await givenItem(database.db)).externalCode),
      404,
      'We could not find your cart.',
    ],
    [
      'a closed shop',
      async () => {
        shop.switches.shopActive = false;
        return addProduct(null, (await givenItem(database.db)).externalCode);
      },
      409,
      'The shop is closed at the moment.',
    ],
    [
      'closed merchandise',
      async () => {
        shop.switches.merchandiseActive = false;
        return addMerchandise(null, (await givenItem(database.db, { kind: 'merchandise' })).externalCode);
      },
      409,
      'Merchandise is not on sale at the moment.',
    ],
    [
      'a fixed coach that has left',
      async () =>
        addProduct(null, (await givenItem(database.db, { travelTimeType: 'fixed', travelTime: NOW })).externalCode),
      409,
      'This item is no longer on sale.',
    ],
    [
      'a departure that has left',
      async () => {
        const coach = await givenItem(database.db, { travelTimeType: 'selectable' });
        const left = await givenDeparture(database.db, coach.id, NOW);
        return addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(left) });
      },
      409,
      'This travel time is no longer available. Please choose another one.',
    ],
    [
      'a full departure',
      async () => {
        const coach = await givenItem(database.db, { travelTimeType: 'selectable' });
        const full = await givenDeparture(database.db, coach.id, THURSDAY, 0);
        return addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(full) });
      },
      409,
      'Sorry, this travel time is sold out. Please choose another one.',
    ],
    [
      'a departure of another item',
      async () => {
        const [coach, other] = [
          await givenItem(database.db, { travelTimeType: 'selectable' }),
          await givenItem(database.db, { travelTimeType: 'selectable' }),
        ];
        const foreign = await givenDeparture(database.db, other.id, THURSDAY);
        return addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(foreign) });
      },
      422,
      'Please choose your travel date and time.',
    ],
    [
      'a departure that is no number',
      async () => {
        const coach = await givenItem(database.db, { travelTimeType: 'selectable' });
        return addProduct(null, coach.externalCode, { ...ada, transport_time_id: '1; drop table' });
      },
      422,
      'Please choose your travel date and time.',
    ],
  ];

  test.each(cases)('%s', async (_, attempt, status, message) => {
    const answer = await attempt();
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
    await expectAgreement();
  });

  test('missing fields are named in order, with the spec’s texts', async () => {
    const both = await givenItem(database.db, { travelTimeType: 'selectable', ageOptions: ['18-24'] });
    const { status, body } = await addProduct(null, both.externalCode, { email: 'nobody' });
    expect(status).toBe(422);
    expect(body).toEqual({
      message: 'Please enter the full name for this ticket holder.',
      errors: {
        full_name: ['Please enter the full name for this ticket holder.'],
        email: ['Please enter a valid email address for this ticket holder.'],
        age: ['Please choose the age range for this ticket holder.'],
        transport_time_id: ['Please choose your travel date and time.'],
      },
    });
  });

  test('fields of a wrong type are refused and change nothing', async () => {
    const pass = await givenItem(database.db, { capacity: 1 });
    for (const wrong of [{ full_name: 7 }, { email: ['a@b.c'] }, { cart: { code: 'x' } }, { external_code: true }]) {
      const { status } = await addProduct(null, pass.externalCode, { ...ada, ...wrong });
      expect(status).toBe(422);
    }
    expect((await itemCounters(database.db, pass.id)).held).toBe(0);
  });

  test('the same holder twice, compared without case, accents and repeated spaces', async () => {
    const pass = await givenItem(database.db, { name: 'Festival Pass' });
    const { cart } = (await addProduct(null, pass.externalCode, { ...ada, full_name: 'José Álvarez' })).body;
    const { status, body } = await addProduct(cart.code, pass.externalCode, { ...ada, full_name: 'JOSE  ALVAREZ' });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      full_name: ['A Festival Pass ticket already exists for JOSE ALVAREZ in your cart.'],
    });
  });

  test('the limit per order', async () => {
    const lodge = await givenItem(database.db, { name: 'Lark Lodge', limitPerOrder: 1 });
    const { cart } = (await addProduct(null, lodge.externalCode)).body;
    const { status, body } = await addProduct(cart.code, lodge.externalCode, grace);
    expect([status, body.message]).toEqual([409, 'You can buy at most 1 of Lark Lodge in one order.']);
  });

  test('a payment plan stands alone, both ways round', async () => {
    const plan = await givenItem(database.db, {
      paymentPlan: [{ amount: 5_000 }, { amount: 5_500, count: 1, units: 'months' }],
    });
    const [pass, tee] = [await givenItem(database.db), await givenItem(database.db, { kind: 'merchandise' })];
    const planned = (await addProduct(null, plan.externalCode)).body.cart;
    for (const answer of [
      await addProduct(planned.code, pass.externalCode),
      await addMerchandise(planned.code, tee.externalCode),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'You have a payment plan item in your cart. Please complete your purchase before adding more items.',
      ]);
    }
    const other = (await addProduct(null, pass.externalCode)).body.cart;
    const answer = await addProduct(other.code, plan.externalCode);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Payment plan items can only be purchased on their own.',
    ]);
  });

  test('an age that is not asked for is not kept', async () => {
    const pass = await givenItem(database.db);
    const { body } = await addProduct(null, pass.externalCode, { ...ada, age: '18-24' });
    expect(body.cart.products[0]?.age).toBeNull();
  });
});

describe('changing a ticket in the cart', () => {
  async function aCoachInTheCart() {
    const coach = await givenItem(database.db, {
      name: 'Coach',
      type: 'transport',
      travelTimeType: 'selectable',
      capacity: 4,
    });
    const from = await givenDeparture(database.db, coach.id, THURSDAY, 2);
    const to = await givenDeparture(database.db, coach.id, new Date(THURSDAY.getTime() + 3_600_000), 1);
    const { cart } = (await addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(from) })).body;
    const change = (fields: object, line = cart.products[0]!.id) =>
      shop.call('update-product-in-cart', { cart: cart.code, cart_product_id: line, ...ada, ...fields });
    return { coach, from, to, cart, change };
  }

  test('the holder changes, the cart’s end does not', async () => {
    const { from, cart, change } = await aCoachInTheCart();
    shop.setNow(at(5));
    const { status, body } = await change({ ...grace, transport_time_id: String(from) });
    expect(status).toBe(200);
    expect(body.cart).toMatchObject({ code: cart.code, expires_at: at(15).toISOString(), now: at(5).toISOString() });
    expect(body.cart.products[0]).toMatchObject({ ...grace, id: cart.products[0]!.id });
  });

  test('another travel time takes its seat and frees the old one', async () => {
    const { coach, from, to, change } = await aCoachInTheCart();
    const { body } = await change({ transport_time_id: String(to) });
    expect(body.cart.products[0]).toMatchObject({
      transport_time_id: String(to),
      travel_time: new Date(THURSDAY.getTime() + 3_600_000).toISOString(),
    });
    expect((await departureCounters(database.db, from)).held).toBe(0);
    expect((await departureCounters(database.db, to)).held).toBe(1);
    expect((await itemCounters(database.db, coach.id)).held).toBe(1);
    await expectAgreement();
  });

  test('a full travel time is refused, and the holder stays as well', async () => {
    const { coach, to, cart, change } = await aCoachInTheCart();
    await addProduct(null, coach.externalCode, { ...grace, transport_time_id: String(to) });
    const { status, body } = await change({ ...grace, transport_time_id: String(to) });
    expect([status, body.message]).toEqual([409, 'Sorry, this travel time is sold out. Please choose another one.']);
    expect((await shop.call('get-cart', { cart: cart.code })).body.cart.products[0]).toMatchObject(ada);
    await expectAgreement();
  });

  test('the rules for holders are those of an add, and a line does not collide with itself', async () => {
    const { coach, from, cart, change } = await aCoachInTheCart();
    const time = { transport_time_id: String(from) };
    const { body } = await addProduct(cart.code, coach.externalCode, { ...grace, ...time });
    const other = body.cart.products[1]!.id;
    expect((await change({ ...ada, ...time })).status).toBe(200);
    expect((await change({ ...ada, ...time }, other)).body.errors).toEqual({
      full_name: ['A Coach ticket already exists for Ada Lovelace in your cart.'],
    });
    expect((await change({ full_name: '', ...time })).status).toBe(422);
    expect((await change({})).body.message).toBe('Please choose your travel date and time.');
  });

  test('a line of another cart, an unknown one and nonsense are not found', async () => {
    const { cart, from } = await aCoachInTheCart();
    const pass = await givenItem(database.db);
    const foreign = (await addProduct(null, pass.externalCode)).body.cart;
    for (const line of [foreign.products[0]!.id, '4fd1cdb8-26b3-4bf4-9a1b-0d5f3c6a1a2b', "'", '']) {
      const { status } = await shop.call('update-product-in-cart', {
        cart: cart.code,
        cart_product_id: line,
        ...ada,
        transport_time_id: String(from),
      });
      expect(status).toBe(404);
    }
  });

  test('a withdrawn payment-plan item keeps the plan of the moment it was added, for the schedule of the checkout', async () => {
    const steps = [{ amount: 5_000 }, { amount: 5_500, count: 1, units: 'months' as const }];
    const plan = await givenItem(database.db, { paymentPlan: steps });
    const { cart } = (await addProduct(null, plan.externalCode)).body;
    await database.db.run(`update shop_items set is_active = false, payment_plan = '[]' where id = $1`, [plan.id]);
    const { body } = await shop.call('get-cart', { cart: cart.code });
    expect(body.cart.products[0]!.payment_plan).toEqual(steps);
  });

  test('a withdrawn item can still have its holder changed', async () => {
    const { coach, from, change } = await aCoachInTheCart();
    await database.db.run('update shop_items set is_active = false where id = $1', [coach.id]);
    expect((await change({ ...grace, transport_time_id: String(from) })).status).toBe(200);
  });
});

describe('removing from the cart', () => {
  test('returns the unit at once, leaves the end, and the last one leaves an empty cart', async () => {
    const [pass, tee] = [
      await givenItem(database.db, { capacity: 2 }),
      await givenItem(database.db, { kind: 'merchandise', capacity: 2 }),
    ];
    const first = (await addProduct(null, pass.externalCode)).body.cart;
    const both = (await addMerchandise(first.code, tee.externalCode)).body.cart;
    shop.setNow(at(5));
    const one = await shop.call('remove-product-from-cart', {
      cart: first.code,
      cart_product_id: both.products[0]!.id,
    });
    expect(one.body.cart).toMatchObject({ products: [], expires_at: at(15).toISOString() });
    expect((await itemCounters(database.db, pass.id)).held).toBe(0);
    const none = await shop.call('remove-merchandise-from-cart', {
      cart: first.code,
      cart_merchandise_id: both.merchandise[0]!.id,
    });
    expect(none.body.cart).toMatchObject({ products: [], merchandise: [], total_price: 0 });
    expect((await itemCounters(database.db, tee.id)).held).toBe(0);
    await expectAgreement();
  });

  test('of a line that is not there, of the other kind or of another cart removes nothing', async () => {
    const tee = await givenItem(database.db, { kind: 'merchandise', capacity: 2 });
    const [mine, theirs] = [
      (await addMerchandise(null, tee.externalCode)).body.cart,
      (await addMerchandise(null, tee.externalCode)).body.cart,
    ];
    const line = theirs.merchandise[0]!.id;
    const attempts = [
      await shop.call('remove-product-from-cart', { cart: theirs.code, cart_product_id: line }),
      await shop.call('remove-merchandise-from-cart', { cart: mine.code, cart_merchandise_id: line }),
      await shop.call('remove-merchandise-from-cart', { cart: null, cart_merchandise_id: line }),
    ];
    expect(attempts.map((attempt) => attempt.status)).toEqual([404, 404, 404]);
    expect((await itemCounters(database.db, tee.id)).held).toBe(2);
  });

  test('repeated with its request key answers as before', async () => {
    const pass = await givenItem(database.db, { capacity: 2 });
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const removal = { cart: cart.code, cart_product_id: cart.products[0]!.id, request_key: 'remove-once' };
    const first = await shop.call('remove-product-from-cart', removal);
    expect(await shop.call('remove-product-from-cart', removal)).toMatchObject({ status: 200, body: first.body });
  });
});

describe('keeping a cart longer', () => {
  test('holds it for 15 minutes from now, ten times', async () => {
    const pass = await givenItem(database.db, { capacity: 2 });
    let { cart } = (await addProduct(null, pass.externalCode)).body;
    for (let time = 1; time <= 10; time += 1) {
      shop.setNow(at(time));
      const answer = await shop.call('extend-cart', { cart: cart.code });
      expect(answer.status).toBe(200);
      cart = answer.body.cart;
      expect(cart.expires_at).toBe(at(time + 15).toISOString());
    }
    const { status, body } = await shop.call('extend-cart', { cart: cart.code });
    expect([status, body.message]).toEqual([409, 'A cart can be kept longer at most 10 times.']);
    await expectAgreement();
  });

  test('is refused for an unknown and for an ended cart', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    expect((await shop.call('extend-cart', { cart: 'unknown' })).status).toBe(404);
    expect((await shop.call('extend-cart', {})).status).toBe(404);
    shop.setNow(at(15));
    expect((await shop.call('extend-cart', { cart: cart.code })).status).toBe(410);
  });
});

describe('the end of a cart', () => {
  test('it is gone for every call from its last moment on, and its units come back without being asked for', async () => {
    const pass = await givenItem(database.db, { capacity: 1 });
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const line = cart.products[0]!.id;
    const everyCall = () =>
      Promise.all([
        shop.call('get-cart', { cart: cart.code }),
        addProduct(cart.code, pass.externalCode, grace),
        shop.call('update-product-in-cart', { cart: cart.code, cart_product_id: line, ...grace }),
        shop.call('remove-product-from-cart', { cart: cart.code, cart_product_id: line }),
        shop.call('extend-cart', { cart: cart.code }),
        shop.call('calculate-invoice', { cart: cart.code, country: 'NL' }),
        shop.call('validate-voucher', { cart: cart.code, code: 'LARK20' }),
      ]);
    shop.setNow(at(15, -1));
    expect((await shop.call('get-cart', { cart: cart.code })).status).toBe(200);
    shop.setNow(at(15));
    expect((await everyCall()).map((answer) => answer.status)).toEqual(Array.from({ length: 7 }, () => 410));
    expect(await expireCarts(database.db).run(at(15))).toBeGreaterThan(0);
    await releaseExpiredHolds(database.db).run(at(15));
    expect((await itemCounters(database.db, pass.id)).held).toBe(0);
    expect((await everyCall()).map((answer) => answer.status)).toEqual(Array.from({ length: 7 }, () => 410));
    await expectAgreement();
  });

  test('a month later its code is unknown', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const month = 30 * 24 * 60;
    await expireCarts(database.db).run(at(15));
    await forgetExpiredCarts(database.db).run(at(15 + month));
    expect((await shop.call('get-cart', { cart: cart.code })).status).toBe(410);
    await forgetExpiredCarts(database.db).run(at(16 + month));
    expect((await shop.call('get-cart', { cart: cart.code })).status).toBe(404);
  });
});

describe('whose cart it is', () => {
  test('once a customer used it, no other customer can; its code alone still opens it after logout', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode)).body;
    const line = cart.products[0]!.id;
    expect((await shop.call('get-cart', { cart: cart.code, token: token(0) })).status).toBe(200);
    const others = await Promise.all([
      shop.call('get-cart', { cart: cart.code, token: token(1) }),
      addProduct(cart.code, pass.externalCode, grace, { token: token(1) }),
      shop.call('update-product-in-cart', { cart: cart.code, cart_product_id: line, ...grace, token: token(1) }),
      shop.call('remove-product-from-cart', { cart: cart.code, cart_product_id: line, token: token(1) }),
      shop.call('extend-cart', { cart: cart.code, token: token(1) }),
      shop.call('calculate-invoice', { cart: cart.code, country: '', token: token(1) }),
      shop.call('validate-voucher', { cart: cart.code, code: 'LARK20', token: token(1) }),
    ]);
    const unknown = await shop.call('get-cart', { cart: 'unknown', token: token(1) });
    for (const other of others) expect([other.status, other.body]).toEqual([404, unknown.body]);
    expect((await shop.call('get-cart', { cart: cart.code })).status).toBe(200);
    expect((await shop.call('get-cart', { cart: cart.code, token: token(0) })).status).toBe(200);
  });

  test('an add by a customer makes it his own at once', async () => {
    const pass = await givenItem(database.db);
    const { cart } = (await addProduct(null, pass.externalCode, ada, { token: token(0) })).body;
    expect((await shop.call('get-cart', { cart: cart.code, token: token(1) })).status).toBe(404);
    const anonymous = (await addProduct(null, pass.externalCode)).body.cart;
    await addProduct(anonymous.code, pass.externalCode, grace, { token: token(1) });
    expect((await shop.call('get-cart', { cart: anonymous.code, token: token(0) })).status).toBe(404);
  });
});

describe('the lock of a checkout', () => {
  test('gives the lines with their units and frozen facts to its customer, and closes the cart', async () => {
    const { db } = database;
    const [coach, tee] = [
      await givenItem(db, { type: 'transport', travelTimeType: 'selectable', name: 'Coach' }),
      await givenItem(db, { kind: 'merchandise', price: 2_800, fee: 0, taxBasisPoints: 2_100 }),
    ];
    const seat = await givenDeparture(db, coach.id, THURSDAY, 5);
    const { cart } = (await addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(seat) })).body;
    await addMerchandise(cart.code, tee.externalCode);
    const lock = (customer: number, code: string | null = cart.code) =>
      db.stockTransaction((tx) => lockCartForCheckout(tx, code, customer, NOW));

    const locked = await lock(customers[0]!);
    expect(locked).toMatchObject({
      ok: true,
      value: {
        code: cart.code,
        expiresAt: at(15),
        lines: [
          {
            itemId: coach.id,
            departureId: seat,
            unitId: expect.any(Number),
            fullName: 'Ada Lovelace',
            price: 10_000,
            fee: 500,
            taxBasisPoints: 900,
            frozen: { name: 'Coach', travelTime: THURSDAY.toISOString(), nameChangeLimit: 3, refundFee: 0 },
          },
          { itemId: tee.id, kind: 'merchandise', departureId: null, fullName: null, taxBasisPoints: 2_100 },
        ],
      },
    });
    expect(await lock(customers[1]!)).toEqual({ ok: false, error: { kind: 'unknown_cart' } });
    expect(await lock(customers[0]!, null)).toEqual({ ok: false, error: { kind: 'unknown_cart' } });

    const id = locked.ok ? locked.value.id : 0;
    await db.stockTransaction((tx) => markCartOrdered(tx, id));
    expect(await lock(customers[0]!)).toEqual({ ok: false, error: { kind: 'cart_ordered', cartId: id } });
    const message = 'Your cart has already become an order.';
    expect((await shop.call('get-cart', { cart: cart.code })).body).toEqual({ message, errors: { order: [message] } });
  });
});

describe('limits', () => {
  test('adds to one cart are counted', async () => {
    const limited = await openCartShop(database.db, NOW, limitsWith({ 'cart-add': { tries: 2, minutes: 15 } }));
    const tee = await givenItem(database.db, { kind: 'merchandise' });
    const add = (cart: string | null) =>
      limited.call('add-merchandise-to-cart', { cart, external_code: tee.externalCode });
    const { cart } = (await add(null)).body;
    const answers = [await add(cart.code), await add(cart.code), await add(cart.code)];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429]);
    expect(Number(answers[2]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await add(null)).status).toBe(200);
    await limited.close();
  });
});
