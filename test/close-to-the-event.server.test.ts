import { afterEach, expect, test } from 'vitest';
import { createOrderForCustomer, type OrderForCustomer } from '#features/checkout/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { operatorOf } from './support/operator.ts';
import { type Answer, givenShopApp, type ShopApp } from './support/shop-app.ts';

// Nothing unpaid may outlive its event or departure: when the coach leaves or the event ends, every seat is sold or
// free.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const TOO_LATE = 'Bank transfer is not available this close to the event.';

let app: ShopApp;
let token: string;
afterEach(() => app.close());

/** Opens the demo shop some time before its event begins. */
async function givenShopBefore(millisecondsBefore: number): Promise<void> {
  app = await givenShopApp();
  await travelTo(new Date((await startOfEvent()).getTime() - millisecondsBefore));
}

/** Moves the clock without due work, and logs in again: a login expires after thirty days without use. */
async function travelTo(moment: Date): Promise<void> {
  await app.clock.travelTo(moment);
  token = await app.login();
}

async function startOfEvent(): Promise<Date> {
  return new Date((await loadShop(app.db)).public.events[0]!.starts_at);
}

const add = (externalCode: string, more: object = {}) =>
  app.call('add-product-to-cart', {
    token,
    external_code: externalCode,
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
    age: '25-34',
    ...more,
  });

const checkout = (cart: string, method: string): Promise<Answer> =>
  app.call('checkout-cart', {
    token,
    data: 'none',
    cart,
    customer: { country: 'NL', address },
    order: { payment_method: method, accepted_ts_and_cs: true },
  });

const payByOf = async (code: string) =>
  (await app.db.row<{ pay_by: Date }>('select pay_by from orders where code = $1', [code]))!.pay_by;

/** Finds the first departure of a demo coach. */
async function firstDeparture(): Promise<{ id: string; leaves: Date; code: string }> {
  const row = await app.db.row<{ id: number; departs_at: Date; code: string }>(
    `select d.id, d.departs_at, i.external_code as code
     from departures d join shop_items i on i.id = d.item_id
     where d.is_active and i.is_active order by d.departs_at limit 1`,
  );
  return { id: String(row!.id), leaves: row!.departs_at, code: row!.code };
}

test('ten days before the event, an order by transfer waits through its days of grace', async () => {
  await givenShopBefore(10 * DAY);
  const { body } = await add('saturday');
  const placed = await checkout(body.cart.code, 'bank_transfer');
  expect(placed.status).toBe(200);
  expect(await payByOf(placed.body.order.code)).toEqual(new Date((await startOfEvent()).getTime() - DAY));
});

test('less than ten days before the event, a transfer is refused with the reason; a card is accepted', async () => {
  await givenShopBefore(10 * DAY - 1_000);
  const { body } = await add('saturday');
  const refused = await checkout(body.cart.code, 'bank_transfer');
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { payment_method: ['Please choose another payment method.', TOO_LATE] },
  ]);
  expect((await checkout(body.cart.code, 'credit_card')).status).toBe(200);
});

test('for a coach that leaves before the event, its departure decides', async () => {
  await givenShopBefore(60 * DAY);
  const coach = await firstDeparture();
  await travelTo(new Date(coach.leaves.getTime() - 10 * DAY + 1_000));
  const { body } = await add(coach.code, { transport_time_id: coach.id });
  const refused = await checkout(body.cart.code, 'bank_transfer');
  expect(refused.body.errors.payment_method).toContain(TOO_LATE);
});

test('a seat ordered by card ten minutes before the departure is kept until then, and no longer', async () => {
  await givenShopBefore(60 * DAY);
  const coach = await firstDeparture();
  await travelTo(new Date(coach.leaves.getTime() - 10 * MINUTE));
  const { body } = await add(coach.code, { transport_time_id: coach.id });
  const placed = await checkout(body.cart.code, 'credit_card');
  expect(placed.status).toBe(200);
  expect(await payByOf(placed.body.order.code)).toEqual(coach.leaves);
});

test('a checkout after the coach has left is refused and names the coach', async () => {
  await givenShopBefore(60 * DAY);
  const coach = await firstDeparture();
  await travelTo(new Date(coach.leaves.getTime() - 10 * MINUTE));
  const { body } = await add(coach.code, { transport_time_id: coach.id });
  await travelTo(coach.leaves);
  const refused = await checkout(body.cart.code, 'credit_card');
  const { product } = body.cart.products[0];
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: `${product} has already departed. Please remove it from your cart.` },
  ]);
  expect(await app.db.rows('select id from orders')).toEqual([]);
});

test('after the event has ended, its ticket can be neither checked out nor added to a cart', async () => {
  await givenShopBefore(60 * DAY);
  const { public: config } = await loadShop(app.db);
  const ends = new Date(config.events[0]!.ends_at);
  await travelTo(new Date(ends.getTime() - 5 * MINUTE));
  const { body } = await add('sandlark-pass');
  await travelTo(ends);
  const refused = await checkout(body.cart.code, 'credit_card');
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `The event for ${body.cart.products[0].product} is over. Please remove it from your cart.`,
  ]);
  const late = await add('sandlark-pass');
  expect([late.status, late.body.message]).toEqual([409, 'This item is no longer on sale.']);
});

test('a payment plan that takes longer than the time to the event can be neither added nor ordered', async () => {
  const sentence = 'This payment plan can no longer be ordered: its last payment would be due too late.';
  await givenShopBefore(60 * DAY);
  const starts = await startOfEvent();
  const late = await add('sandlark-pass-plan');
  expect([late.status, late.body.message]).toEqual([409, sentence]);

  // The event begins on 22 July at noon, so a plan that begins on 21 April ends the day before it, and one a day later
  // ends on its day.
  await travelTo(new Date('2027-04-21T21:55:00Z'));
  expect(starts.toISOString()).toBe('2027-07-22T10:00:00.000Z');
  const { status, body } = await add('sandlark-pass-plan');
  expect(status).toBe(200);
  await travelTo(new Date('2027-04-21T22:00:00Z'));
  const refused = await checkout(body.cart.code, 'credit_card');
  expect([refused.status, refused.body.message]).toEqual([409, sentence]);
});

test('an unpaid phone order holds its items for a day, by card or cash, up to the departure', async () => {
  await givenShopBefore(60 * DAY);
  const coach = await firstDeparture();
  const { code: departure } = (await app.db.row<{ code: string }>('select code from departures where id = $1', [
    coach.id,
  ]))!;
  const create = async (paymentMethod: 'credit_card' | 'bank_transfer' = 'credit_card') => {
    const { parts } = operatorOf(app);
    const shop = await loadShop(app.db);
    const wanted: OrderForCustomer = {
      customer: { email: 'caller@example.org', fullName: 'Ada Caller' },
      channel: 'phone',
      items: [
        {
          externalCode: coach.code,
          holder: { fullName: 'Ada Caller', email: 'caller@example.org', age: null, departure },
        },
      ],
      paymentMethod,
      country: 'NL',
      address,
      shipping: null,
      voucherCode: null,
      acceptedTerms: true,
      actor: commandLine('tester'),
    };
    const created = await createOrderForCustomer(
      {
        db: app.db,
        shop,
        placing: parts.placing,
        attempts: parts.attempts(shop),
        invite: async () => {},
        askForTerms: async () => {},
      },
      wanted,
      app.clock.now(),
    );
    return created.ok ? await payByOf(created.value.order.code) : created.error;
  };
  expect(await create()).toEqual(new Date(app.clock.now().getTime() + DAY));
  await travelTo(new Date(coach.leaves.getTime() - 60 * MINUTE));
  expect(await create()).toEqual(coach.leaves);
  // Cash at the box office is a transfer that the operator books.
  expect(await create('bank_transfer')).toEqual(coach.leaves);
});
