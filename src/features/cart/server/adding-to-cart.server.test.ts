import { describe, expect, test } from 'vitest';
import { releaseExpiredHolds } from '#features/stock/server/public.ts';
import { departureCounters, givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import { limitsWith } from '#platform/http/limits.ts';
import {
  ada,
  addMerchandise,
  addProduct,
  at,
  database,
  expectAgreement,
  givenCartCalls,
  grace,
  NOW,
  shop,
  THURSDAY,
} from '../../../../test/support/cart-calls.ts';
import { openCartShop } from '../testing.ts';

givenCartCalls();

describe('adding to the cart', () => {
  test('the first item creates a cart for 15 minutes, with a code that nobody can guess', async () => {
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

  test('a later item goes into the same cart and restarts the time of all items', async () => {
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

  test('adding items never extends a cart beyond 165 minutes from its first item', async () => {
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

  test('a coach ticket takes a seat on the chosen departure', async () => {
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

  test('an added item does not change with the catalogue', async () => {
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

describe('the rules for added items', () => {
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
      'a departure that was withdrawn',
      async () => {
        const coach = await givenItem(database.db, { travelTimeType: 'selectable' });
        const withdrawn = await givenDeparture(database.db, coach.id, THURSDAY);
        await database.db.run('update departures set is_active = false where id = $1', [withdrawn]);
        return addProduct(null, coach.externalCode, { ...ada, transport_time_id: String(withdrawn) });
      },
      409,
      'This travel time is no longer available. Please choose another one.',
    ],
    [
      'an unknown departure',
      async () => {
        const coach = await givenItem(database.db, { travelTimeType: 'selectable' });
        return addProduct(null, coach.externalCode, { ...ada, transport_time_id: '999999' });
      },
      422,
      'Please choose your travel date and time.',
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
      'a departure id that is not a number',
      async () => {
        const coach = await givenItem(database.db, { travelTimeType: 'selectable' });
        return addProduct(null, coach.externalCode, { ...ada, transport_time_id: '1; drop table' });
      },
      422,
      'Please choose your travel date and time.',
    ],
  ];

  test.each(cases)('the status and the message say why %s is refused', async (_, attempt, status, message) => {
    const answer = await attempt();
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
    await expectAgreement();
  });

  test('every missing field is named, in form order', async () => {
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

  test('fields of the wrong type are refused and change nothing', async () => {
    const pass = await givenItem(database.db, { capacity: 1 });
    for (const wrong of [{ full_name: 7 }, { email: ['a@b.c'] }, { cart: { code: 'x' } }, { external_code: true }]) {
      const { status } = await addProduct(null, pass.externalCode, { ...ada, ...wrong });
      expect(status).toBe(422);
    }
    expect((await itemCounters(database.db, pass.id)).held).toBe(0);
  });

  test('a holder cannot have the same item twice, compared without case, accents and repeated spaces', async () => {
    const pass = await givenItem(database.db, { name: 'Festival Pass' });
    const { cart } = (await addProduct(null, pass.externalCode, { ...ada, full_name: 'José Álvarez' })).body;
    const { status, body } = await addProduct(cart.code, pass.externalCode, { ...ada, full_name: 'JOSE  ALVAREZ' });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      full_name: ['A Festival Pass ticket already exists for JOSE ALVAREZ in your cart.'],
    });
  });

  test('no more units can be added than the limit per order', async () => {
    const lodge = await givenItem(database.db, { name: 'Lark Lodge', limitPerOrder: 1 });
    const { cart } = (await addProduct(null, lodge.externalCode)).body;
    const { status, body } = await addProduct(cart.code, lodge.externalCode, grace);
    expect([status, body.message]).toEqual([409, 'You can buy up to 1 of Lark Lodge per order.']);
  });

  test('a payment-plan item cannot be added to other items, nor other items to it', async () => {
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

  test('an age that the item does not require is not stored', async () => {
    const pass = await givenItem(database.db);
    const { body } = await addProduct(null, pass.externalCode, { ...ada, age: '18-24' });
    expect(body.cart.products[0]?.age).toBeNull();
  });
});

describe('limits', () => {
  test('items can be added to a cart only a limited number of times', async () => {
    const limited = await openCartShop(database.db, NOW, limitsWith({ 'cart-add': { attempts: 2, minutes: 15 } }));
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
