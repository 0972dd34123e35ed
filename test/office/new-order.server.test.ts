import { beforeAll, describe, expect, test } from 'vitest';
import { recountStock } from '#features/stock/server/public.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { app, givenTransferShop } from '../support/transfer-shop.ts';

/* Staff place orders for customers, by the checkout's own rules. */

givenTransferShop();
let owner: OfficePerson;
let support: OfficePerson;
beforeAll(async () => {
  owner = await givenPerson(app, 'Berta Vos', ['owner']);
  support = await givenPerson(app, 'Noor Bakker', ['support']);
});

const ADDRESS = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
let numbers = 0;
function wanted(changes: object = {}) {
  numbers += 1;
  return {
    ...{
      full_name: 'Rosa Novak',
      email: `rosa${numbers}@example.org`,
      channel: 'phone',
      items: [saturday('Rosa Novak')],
    },
    ...{ country: 'NL', address: ADDRESS, shipping: null, payment_method: 'bank_transfer', voucher_code: null },
    ...{
      accepted_terms: true,
      desk_receipt: '',
      beyond_limits: false,
      beyond_capacity: false,
      free_of_charge: false,
      reason: '',
    },
    ...changes,
  };
}
const saturday = (name: string) => ({
  ...{ code: 'saturday', full_name: name, email: 'holder@example.org', age: '25-34', departure: null },
});
const previewOrder = (body: object, person = support) => person.browser.done('order-create', body);
const errorsOf = async (changes: object, person = support) => {
  const { status, body } = await person.browser.call('order-create', wanted(changes));
  expect(status).not.toBe(200);
  return body.errors ?? body;
};
async function placePreviewed(changes: object = {}, person = support) {
  const body = wanted(changes);
  const { preview, outcome, placed: seen } = await previewOrder(body, person);
  const done = await person.browser.done('order-create', { ...body, preview });
  expect(done).toEqual({ done: true, preview, outcome, placed: seen });
  return done;
}

describe('an order for a caller on the phone', () => {
  test('is placed exactly as previewed, with the same code, prices, mails and places', async () => {
    const before = await app.db.row('select count(*) from orders');
    const body = wanted({ accepted_terms: false });
    const seen = await previewOrder(body);
    expect(await app.db.row('select count(*) from orders')).toEqual(before);
    expect(seen).toMatchObject({
      done: false,
      outcome: {
        orders: [{ code: seen.placed.code, after: { status: 'pending', total: 7_600, units: 1 } }],
        money: [],
        mails: [
          { kind: 'order-received', to: body.email, subject: expect.stringContaining(seen.placed.code) },
          { kind: 'invitation', to: body.email },
          { kind: 'terms-to-accept', to: body.email },
        ],
      },
      placed: {
        lines: [{ name: 'Saturday day ticket', holder: 'Rosa Novak' }],
        total: 7_600,
        payments: [{ amount: 7_600, paid: 0 }],
        is_new_customer: true,
        asks_for_terms: true,
      },
    });
    const done = await support.browser.done('order-create', { ...body, preview: seen.preview });
    expect(done.placed).toEqual(seen.placed);
    const order = await owner.browser.done('order-open', { code: done.placed.code });
    expect(order).toMatchObject({ status: 'pending', channel: 'Phone', customer_name: 'Rosa Novak' });
    const audit = await app.db.row(
      `select actor, details from audit_log where subject = $1 and action = 'order.created'`,
      [done.placed.code],
    );
    expect(audit).toMatchObject({
      actor: 'Noor Bakker',
      details: { channel: 'phone', method: 'bank_transfer', total: 7_600, items: ['saturday'] },
    });
  });
  test('has mails that can be read before it is placed, except the link to set a password', async () => {
    const body = wanted({ accepted_terms: false, preview: 'with-mail-texts' });
    const { placed, mail_texts: texts } = await previewOrder(body);
    expect(texts).toEqual([
      { html: expect.stringContaining(placed.code), tickets: 0 },
      { html: null, tickets: 0 },
      { html: expect.stringContaining(placed.code), tickets: 0 },
    ]);
    expect(texts[2].html).not.toMatch(/accept-tcs\/[^…]/);
    expect(await app.db.rows('select 1 from orders where code = $1', [placed.code])).toEqual([]);
  });

  test('keeps the code that was read out, whatever is changed before it is placed', async () => {
    const body = wanted();
    const first = await previewOrder(body);
    const changed = { ...body, items: [saturday('Rosa Novak'), saturday('Ivo Novak')], accepted_terms: false };
    const { preview, placed } = await previewOrder(changed);
    expect(placed.code).toBe(first.placed.code);
    const done = await support.browser.done('order-create', { ...changed, preview });
    expect(done.placed.code).toBe(first.placed.code);
    expect((await previewOrder(body)).placed.code).not.toBe(first.placed.code);
  });

  test('warns about an add-on whose holder has no entry ticket in this order or an earlier one', async () => {
    const camping = (name: string) => ({ ...saturday(name), code: 'dune-camping' });
    const lacking = async (changes: object) => (await previewOrder(wanted(changes))).placed.without_entry_ticket;
    const pass = (name: string) => ({ ...saturday(name), code: 'sandlark-pass' });
    expect(await lacking({ items: [camping('Rosa Novak'), pass('Ivo Novak')] })).toEqual([
      { name: 'Dune camping, per person', holder: 'Rosa Novak' },
    ]);
    expect(await lacking({ items: [camping('Rosa Novak'), pass('rosa novak')] })).toEqual([]);
    const email = 'rosa-camps@example.org';
    await placePreviewed({ email, items: [pass('Rosa Novak')], desk_receipt: 'till-camping' }, owner);
    expect(await lacking({ email, items: [camping('Rosa Novak')] })).toEqual([]);
  });

  test('is placed once: the fingerprint is invalid afterwards', async () => {
    const body = wanted();
    const { preview } = await previewOrder(body);
    await support.browser.done('order-create', { ...body, preview });
    const again = await support.browser.call('order-create', { ...body, preview });
    expect(again.body.code).toBe('preview_changed');
  });

  test('gets a payment link by mail, or a plan with its dates', async () => {
    const byLink = await placePreviewed({ payment_method: 'credit_card' });
    expect(byLink.placed).toMatchObject({ method: 'credit_card', status: 'pending', held_until: expect.any(String) });
    const plan = await placePreviewed({
      items: [{ ...saturday('Plan Holder'), code: 'sandlark-pass-plan' }],
      payment_method: 'bank_transfer',
    });
    expect(plan.placed.is_plan).toBe(true);
    expect(plan.placed.payments.length).toBeGreaterThan(1);
  });

  test('can be paid at the desk by those who record payments, with a new receipt number', async () => {
    expect(await errorsOf({ desk_receipt: 'till-1' })).toMatchObject({ permission: 'money.book' });
    const { outcome, placed: order } = await placePreviewed({ desk_receipt: 'till-1' }, owner);
    expect(order).toMatchObject({ status: 'paid', payments: [{ amount: 7_600, paid: 7_600 }] });
    expect(outcome).toMatchObject({
      orders: [{ after: { status: 'paid', valid: 1 } }],
      money: expect.arrayContaining([{ account: 'bank', amount: 7_600 }]),
    });
    const kinds = outcome.mails.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('payment-received');
    expect(kinds).not.toContain('order-received');
    expect(await errorsOf({ desk_receipt: 'till-1' }, owner)).toHaveProperty('desk_receipt');
    expect(await errorsOf({ desk_receipt: 'till-2', payment_method: 'credit_card' }, owner)).toHaveProperty(
      'desk_receipt',
    );
  });
});

test('every wrong field gets its own message', async () => {
  expect(await errorsOf({ full_name: '' })).toHaveProperty('full_name');
  expect(await errorsOf({ email: 'rosa' })).toHaveProperty('email');
  expect(await errorsOf({ items: [] })).toHaveProperty('items');
  expect(await errorsOf({ channel: 'web' })).toHaveProperty('channel');
  const second = { ...saturday(''), age: null };
  const errors = await errorsOf({ items: [saturday('Rosa Novak'), second] });
  expect(Object.keys(errors)).toEqual(['items.1.full_name', 'items.1.age']);
  expect(Object.keys(await errorsOf({ items: [{ ...saturday('Rosa'), code: 'none' }] }))).toEqual(['items.0']);
  const coach = { ...saturday('Rosa'), code: 'coach-amsterdam', departure: 'none' };
  expect(Object.keys(await errorsOf({ items: [coach] }))).toEqual(['items.0.departure']);
  expect(await errorsOf({ country: 'ZZ' })).toHaveProperty('country');
  expect(await errorsOf({ address: {} })).toHaveProperty(['address.street']);
  expect(await errorsOf({ voucher_code: 'none' })).toHaveProperty('voucher_code');
});

test('exceeds limits only with the permission and a reason, which the audit log keeps', async () => {
  await app.db.run(`update shop_items set limit_per_order = 1 where external_code = 'saturday'`);
  const items = [saturday('Rosa Novak'), saturday('Luka Novak')];
  expect(Object.keys(await errorsOf({ items }))).toEqual(['beyond_limits', 'items.1']);
  expect(await errorsOf({ items, beyond_limits: true, reason: '' }, owner)).toHaveProperty('reason');
  expect(await errorsOf({ items, beyond_limits: true, reason: 'School class' })).toMatchObject({
    permission: 'orders.override',
  });
  const done = await placePreviewed({ items, beyond_limits: true, reason: 'School class' }, owner);
  const { details } = (await app.db.row<{ details: object }>(
    `select details from audit_log where subject = $1 and action = 'order.created'`,
    [done.placed.code],
  ))!;
  expect(details).toMatchObject({ beyond_limits: true, reason: 'School class' });
});

const placedDetails = async (code: string) =>
  (await app.db.row<{ details: object }>(
    `select details from audit_log where subject = $1 and action = 'order.created'`,
    [code],
  ))!.details;

describe('an order beyond capacity', () => {
  const coach = (name: string) => ({
    ...saturday(name),
    code: 'coach-amsterdam',
    age: null,
    departure: 'thursday-noon',
  });
  const countsOf = async () => ({
    item: await app.db.row(
      `select capacity_wanted as wanted, capacity, sold, held from shop_items where external_code = 'coach-amsterdam'`,
    ),
    seats: await app.db.row(
      `select d.capacity_wanted as wanted, d.capacity, d.sold, d.held from departures d
       join shop_items i on i.id = d.item_id where i.external_code = 'coach-amsterdam' and d.code = 'thursday-noon'`,
    ),
  });
  const leaveNothing = async () => {
    await app.db.run(
      `update shop_items set capacity = sold + held, capacity_wanted = sold + held where external_code = 'coach-amsterdam'`,
    );
    await app.db.run(
      `update departures d set capacity = d.sold + d.held, capacity_wanted = d.sold + d.held
       from shop_items i where i.id = d.item_id and i.external_code = 'coach-amsterdam' and d.code = 'thursday-noon'`,
    );
  };

  test('needs the permission and a reason, and its preview shows the taken and the total places', async () => {
    await leaveNothing();
    const before = await countsOf();
    const items = [coach('Rosa Novak'), coach('Luka Novak')];
    const refused = await errorsOf({ items });
    expect(Object.keys(refused)).toEqual(['beyond_capacity', 'items.0']);
    expect(await errorsOf({ items, beyond_capacity: true, reason: '' }, owner)).toHaveProperty('reason');
    expect(await errorsOf({ items, beyond_capacity: true, reason: 'Crew' })).toMatchObject({
      permission: 'orders.override',
    });
    expect(await countsOf()).toEqual(before);
    const done = await placePreviewed({ items, beyond_capacity: true, reason: 'Crew' }, owner);
    const { wanted: capacity } = before.item as { wanted: number };
    const { wanted: seats } = before.seats as { wanted: number };
    expect(done.placed.beyond_capacity).toMatchObject([
      { departs_at: null, capacity, taken: capacity + 2 },
      { departs_at: expect.any(String), capacity: seats, taken: seats + 2 },
    ]);
    expect(await placedDetails(done.placed.code)).toMatchObject({
      beyond_capacity: [
        `coach-amsterdam: ${capacity + 2} of ${capacity}`,
        `coach-amsterdam thursday-noon: ${seats + 2} of ${seats}`,
      ],
      reason: 'Crew',
    });
  });

  test('raises the capacity only for itself, and cancelling it restores the capacity', async () => {
    await leaveNothing();
    const before = await countsOf();
    const done = await placePreviewed({ items: [coach('Rosa Novak')], beyond_capacity: true, reason: 'Crew' }, owner);
    expect(await recountStock(app.db, app.clock.now())).toEqual([]);
    expect(Object.keys(await errorsOf({ items: [coach('Ana')] }))).toEqual(['beyond_capacity', 'items.0']);
    const shown = await owner.browser.done('order-cancel', { code: done.placed.code, reason: '', preview: '' });
    await owner.browser.done('order-cancel', { code: done.placed.code, reason: '', preview: shown.preview });
    expect(await countsOf()).toEqual(before);
    expect(await recountStock(app.db, app.clock.now())).toEqual([]);
  });

  test('takes a free place without raising the capacity', async () => {
    await leaveNothing();
    await app.db.run(
      `update shop_items set capacity = capacity + 1, capacity_wanted = capacity_wanted + 1
       where external_code = 'coach-amsterdam'`,
    );
    await app.db.run(
      `update departures d set capacity = d.capacity + 1, capacity_wanted = d.capacity_wanted + 1
       from shop_items i where i.id = d.item_id and i.external_code = 'coach-amsterdam' and d.code = 'thursday-noon'`,
    );
    const done = await placePreviewed({ items: [coach('Rosa Novak')], beyond_capacity: true, reason: 'Crew' }, owner);
    expect(done.placed.beyond_capacity).toEqual([]);
    expect(await placedDetails(done.placed.code)).not.toHaveProperty('beyond_capacity');
  });

  test('cannot contain items that are not on sale', async () => {
    await app.db.run(`update shop_items set is_active = false where external_code = 'saturday'`);
    const errors = await errorsOf({ beyond_capacity: true, reason: 'Crew' }, owner);
    await app.db.run(`update shop_items set is_active = true where external_code = 'saturday'`);
    expect(Object.keys(errors)).toEqual(['items.0']);
  });
});

describe('an order that costs nothing', () => {
  test('needs the permission and a reason, and is paid at once with valid tickets', async () => {
    expect(await errorsOf({ free_of_charge: true, reason: '' }, owner)).toHaveProperty('reason');
    expect(await errorsOf({ free_of_charge: true, reason: 'Press' })).toMatchObject({ permission: 'orders.override' });
    const { outcome, placed: order } = await placePreviewed({ free_of_charge: true, reason: 'Press' }, owner);
    expect(order).toMatchObject({ status: 'paid', discount: 7_600, total: 0, payments: [], held_until: null });
    expect(outcome).toMatchObject({ orders: [{ after: { status: 'paid', total: 0, valid: 1 } }], money: [] });
    expect(await placedDetails(order.code)).toMatchObject({ free_of_charge: true, reason: 'Press', total: 0 });
  });

  test('is refunded at once: its ticket is void, and its place is back on sale', async () => {
    const { placed } = await placePreviewed({ free_of_charge: true, reason: 'Press' }, owner);
    const { items } = await owner.browser.done('order-open', { code: placed.code });
    const request = {
      ...{ code: placed.code, lines: [items[0].line], fees: 'kept', shipping: null, amount: null, to: 'bank' },
      reason: 'Cannot come.',
    };
    const { preview, outcome } = await owner.browser.done('refund-create', { ...request, preview: '' });
    expect(outcome).toMatchObject({
      orders: [{ before: { units: 1, valid: 1 }, after: { units: 0, valid: 0 } }],
      movements: [],
      mails: [{ kind: 'refund-made' }],
    });
    await owner.browser.done('refund-create', { ...request, preview });
    expect(await owner.browser.done('order-open', { code: placed.code })).toMatchObject({
      items: [{ status: 'refunded' }],
      refunds: [{ status: 'processed', total: 0, account_needed: 0 }],
      open_refund: 'none',
    });
  });

  test('may contain an item of a plan without the plan, and covers the postage', async () => {
    const items = [{ ...saturday('Plan Holder'), code: 'sandlark-pass-plan' }];
    const { placed: order } = await placePreviewed({ items, free_of_charge: true, reason: 'Raffle' }, owner);
    expect(order).toMatchObject({ status: 'paid', is_plan: false, payments: [], total: 0 });
    const shirt = { code: 'shirt', full_name: '', email: '', age: null, departure: null };
    const goods = (await support.browser.done('new-order-choices', {})).items.find(
      ({ kind }: { kind: string }) => kind === 'merchandise',
    );
    const { placed: parcel } = await placePreviewed(
      { items: [{ ...shirt, code: goods.code }], free_of_charge: true, reason: 'Raffle' },
      owner,
    );
    expect(parcel).toMatchObject({ status: 'paid', total: 0, discount: goods.price + goods.fee + parcel.shipping });
  });

  test('has neither a voucher nor a receipt', async () => {
    const free = { free_of_charge: true, reason: 'Press' };
    expect(await errorsOf({ ...free, voucher_code: 'FULLHOUSE' }, owner)).toHaveProperty('voucher_code');
    expect(await errorsOf({ ...free, desk_receipt: 'till-9' }, owner)).toHaveProperty('desk_receipt');
  });

  test('can also be made with a voucher that covers everything, without the permission', async () => {
    const voucher = { voucher_code: 'FULLHOUSE' };
    const { placed: order } = await placePreviewed(voucher);
    expect(order).toMatchObject({ status: 'paid', method: 'voucher', discount: 7_600, total: 0, payments: [] });
    expect(await errorsOf({ ...voucher, desk_receipt: 'till-10' }, owner)).toHaveProperty('desk_receipt');
  });
});

test('a new order offers the items on sale, and fills in a known customer’s address', async () => {
  const choices = await support.browser.done('new-order-choices', {});
  expect(choices.channels).toEqual([
    { key: 'box_office', name: 'Box office' },
    { key: 'phone', name: 'Phone' },
  ]);
  await support.browser.done('my-settings', { language: 'de' });
  const { channels } = await support.browser.done('new-order-choices', {});
  expect(channels).toContainEqual({ key: 'phone', name: 'Telefon' });
  await support.browser.done('my-settings', { language: null });
  const coach = choices.items.find(({ code }: { code: string }) => code === 'coach-amsterdam');
  expect(coach.departures.length).toBeGreaterThan(0);
  const { placed: order } = await placePreviewed();
  const { id } = (await app.db.row<{ id: number }>('select customer_id as id from orders where code = $1', [
    order.code,
  ]))!;
  expect(await support.browser.done('new-order-customer', { id })).toMatchObject({
    full_name: 'Rosa Novak',
    country: 'NL',
    address: ADDRESS,
  });
  expect((await support.browser.call('new-order-customer', { id: 999_999 })).status).toBe(404);
});
