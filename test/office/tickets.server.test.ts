import { beforeAll, describe, expect, test } from 'vitest';
import { auditsOf } from '#features/staff/server/public.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { address, app, givenTransferShop, mila, now, placeByTransfer, transfer } from '../support/transfer-shop.ts';

/* Staff change tickets through the customer's use case. To exceed its limits, they need a permission and a reason. */

givenTransferShop();
let manager: OfficePerson;
let support: OfficePerson;
let names = 0;

beforeAll(async () => {
  manager = await givenPerson(app, 'Lena Ruiz', ['manager']);
  support = await givenPerson(app, 'Noor Bakker', ['support']);
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
});

async function makePaidOrder(item = 'sandlark-pass') {
  const order = await placeByTransfer(item);
  await transfer(order.code, order.total_price);
  return await now(order);
}
const request = (order: string, changes: object = {}) => {
  names += 1;
  return {
    ...{
      order,
      position: 1,
      generation: 1,
      full_name: `Ana Maric ${'abcdefghij'[names]}`,
      email: 'ana@example.org',
      age: '25-34',
    },
    ...{ beyond_limits: false, reason: '' },
    ...changes,
  };
};
async function confirm(name: string, body: object, person = support) {
  const { preview, outcome } = await person.browser.done(name, body);
  expect(await person.browser.done(name, { ...body, preview })).toEqual({ done: true, preview, outcome });
  return outcome;
}
const forbidChangesByCustomer = (order: { code: string }) =>
  app.db.run(
    `update order_lines set frozen = frozen || '{"allowNameChanges": false, "allowEmailChanges": false}'
     where order_id = (select id from orders where code = $1)`,
    [order.code],
  );

describe('changing the holder', () => {
  test('shows age ranges by their labels, both on the order and among the options', async () => {
    const order = await makePaidOrder();
    const { age_options: options } = await support.browser.done('ticket-to-change', { order: order.code, position: 1 });
    expect(options).toContainEqual({ key: '25-34', name: '25 to 34' });
    const { items } = await support.browser.done('order-open', { code: order.code });
    const { age } = order.tickets[0]!;
    expect(items[0].age).toBe(options.find(({ key }: { key: string }) => key === age).name);
  });

  test('asks for no age if the item asks for none, even if its file lists ages', async () => {
    const order = await makePaidOrder('dune-camping');
    await app.db.run(
      `update order_lines set frozen = frozen || '{"ageOptions": ["25-34"]}'
       where order_id = (select id from orders where code = $1)`,
      [order.code],
    );
    const shown = await support.browser.done('ticket-to-change', { order: order.code, position: 1 });
    expect(shown).toMatchObject({ age: null, age_options: [] });
  });

  test('sends the previewed mails, replaces the code, and the audit log names only staff', async () => {
    const order = await makePaidOrder();
    const before = order.tickets[0]!;
    const shown = await support.browser.done('ticket-to-change', { order: order.code, position: 1 });
    expect(shown).toMatchObject({ full_name: before.full_name, may_name: true, is_closed: false });
    expect(JSON.stringify(shown)).not.toContain(before.code);
    const body = request(order.code);
    const outcome = await confirm('ticket-holder-change', body);
    expect(outcome.mails.map(({ to }: { to: string }) => to)).toEqual(['holder@example.org', 'ana@example.org']);
    const after = (await now(order)).tickets[0]!;
    expect(after).toMatchObject({ full_name: body.full_name, email: 'ana@example.org' });
    expect(after.code).not.toBe(before.code);
    const mail = (await app.mails()).findLast(({ recipient }) => recipient === 'ana@example.org');
    expect(mail?.body_text?.replaceAll('\n', ' ')).toContain('because we entered this address for the holder');
    const [entry] = (await auditsOf(app.db, [order.code], 100)).filter(
      ({ action }) => action === 'ticket.holder_changed',
    );
    expect(entry).toMatchObject({ actor: 'Noor Bakker', details: { position: 1 } });
    expect(JSON.stringify(entry)).not.toContain('Maric');
  });

  test('needs the permission and a reason once the customer may no longer do it', async () => {
    const order = await makePaidOrder();
    await forbidChangesByCustomer(order);
    const body = request(order.code);
    expect((await support.browser.call('ticket-holder-change', body)).body.message).toMatch(/can no longer be changed/);
    const beyond = { ...body, beyond_limits: true };
    expect((await support.browser.call('ticket-holder-change', beyond)).body).toMatchObject({
      code: 'forbidden',
      permission: 'orders.override',
    });
    expect((await manager.browser.call('ticket-holder-change', beyond)).body.errors).toHaveProperty('reason');
    await confirm('ticket-holder-change', { ...beyond, reason: 'Misspelled by us.' }, manager);
    const [entry] = (await auditsOf(app.db, [order.code], 100)).filter(
      ({ action }) => action === 'ticket.holder_changed',
    );
    expect(entry).toMatchObject({ details: { beyond_limits: true, reason: 'Misspelled by us.' } });
  });

  test('shows the old and the new age range by their labels in the timeline', async () => {
    const order = await makePaidOrder();
    await confirm('ticket-holder-change', request(order.code, { age: '35-49' }));
    const { entries } = await support.browser.done('order-timeline', { code: order.code });
    expect(entries).toContainEqual(
      expect.objectContaining({
        what: 'ticket_changed',
        before: expect.objectContaining({ age: '25 to 34' }),
        after: expect.objectContaining({ age: '35 to 49' }),
      }),
    );
  });

  test('does not use up one of the customer’s name changes', async () => {
    const order = await makePaidOrder();
    await confirm('ticket-holder-change', request(order.code));
    const after = (await now(order)).tickets[0]!;
    expect(after.name_changes_left).toBe(order.tickets[0]!.name_changes_left);
    expect(after.name_changes_left).toBeGreaterThan(0);
  });

  test('follows the rules for names and emails, with a message for each mistake', async () => {
    const order = await makePaidOrder();
    const errors = async (changes: object) =>
      (await support.browser.call('ticket-holder-change', request(order.code, changes))).body.errors;
    expect(await errors({ email: 'nowhere' })).toHaveProperty('email');
    expect(await errors({ full_name: '' })).toHaveProperty('full_name');
    expect((await support.browser.call('ticket-holder-change', request(order.code, { position: 9 }))).status).toBe(404);
    const unpaid = await placeByTransfer();
    expect((await support.browser.call('ticket-holder-change', request(unpaid.code))).status).toBe(404);
  });

  test('succeeds only once if customer and staff do it at once, and replaces the code', async () => {
    const order = await makePaidOrder();
    const before = order.tickets[0]!;
    const body = request(order.code);
    const { preview } = await support.browser.done('ticket-holder-change', body);
    await app.db.run('delete from rate_limits');
    const [staff, customer] = await Promise.all([
      support.browser.call('ticket-holder-change', { ...body, preview }),
      app.call('change-ticket', {
        ...{ token: mila, order_id: order.id, code: before.code, full_name: 'Cleo Park', email: 'cleo@example.org' },
        ...{ age: '25-34', reassign: false, note: '' },
      }),
    ]);
    const after = (await now(order)).tickets[0]!;
    expect(after.code).not.toBe(before.code);
    expect([body.full_name, 'Cleo Park']).toContain(after.full_name);
    if (staff.status === 200) expect(customer.status).toBe(409);
    else expect(staff.status).toBe(409);
  });
});

describe('a travel time', () => {
  const given = async () => {
    const [first] = await app.db.rows<{ id: number }>(
      `select departure.id from departures departure
       join shop_items item on item.id = departure.item_id
       where item.external_code = 'coach-amsterdam' order by departs_at limit 1`,
    );
    let cart = null;
    for (const full_name of ['Ada Park', 'Bo Park']) {
      const added = await app.call('add-product-to-cart', {
        ...{ token: mila, cart, external_code: 'coach-amsterdam', transport_time_id: String(first!.id) },
        ...{ full_name, email: 'holder@example.org', age: null },
      });
      expect(added.body.message).toBeUndefined();
      cart = added.body.cart.code;
    }
    const placed = await app.call('checkout-cart', {
      ...{ token: mila, cart, customer: { country: 'NL', address } },
      order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
    });
    const { order } = placed.body;
    await transfer(order.code, order.total_price);
    const shown = await support.browser.done('ticket-to-change', { order: order.code, position: 1 });
    const other = shown.departures.find(({ id }: { id: number }) => id !== shown.departure);
    const body = { order: order.code, positions: [1, 2], departure: other.id, beyond_limits: false, reason: '' };
    return { order: await now(order), shown, other, body };
  };

  test('is changed with a mail for each passenger, and the seats of the departure are counted', async () => {
    const { order, shown, other, body } = await given();
    expect(shown.party).toEqual([2]);
    const seats = () => app.db.row<{ sold: number }>('select sold from departures where id = $1', [other.id]);
    const before = (await seats())!.sold;
    const outcome = await confirm('ticket-time-change', body);
    expect(outcome.mails).toMatchObject([{ kind: 'travel-time-changed' }, { kind: 'travel-time-changed' }]);
    expect((await seats())!.sold).toBe(before + 2);
    expect((await now(order)).tickets[0]!.travel_time).toBe(other.departs_at);
    const [entry] = (await auditsOf(app.db, [order.code], 100)).filter(
      ({ action }) => action === 'ticket.travel_time_changed',
    );
    const wasAt = shown.departures.find(({ id }: { id: number }) => id === shown.departure).departs_at;
    const [was, is] = [wasAt, other.departs_at].map((at: string) => new Date(at).toISOString());
    expect(entry).toMatchObject({ details: { before: { travel_time: was }, after: { travel_time: is } } });
    // The pause after a change applies to staff too, unless they may override it.
    const locked = await support.browser.done('ticket-to-change', { order: order.code, position: 1 });
    const { edited_until: until } = (await now(order)).tickets[0]!;
    expect(until).not.toBeNull();
    expect(locked).toMatchObject({ is_closed: false, may_time: true, edited_until: until });
    const back = { ...body, departure: shown.departure };
    expect((await support.browser.call('ticket-time-change', back)).status).toBe(409);
    await confirm('ticket-time-change', { ...back, beyond_limits: true, reason: 'Wrong one chosen.' }, manager);
  });

  test('is changed for all chosen passengers or for none', async () => {
    const { order, other, body } = await given();
    const travelTimes = async () => (await now(order)).tickets.map(({ travel_time: at }) => at);
    const before = await travelTimes();
    // Now one seat is left.
    await app.db.run(
      'update departures set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = $1',
      [other.id],
    );
    expect((await support.browser.call('ticket-time-change', body)).status).toBe(409);
    expect((await support.browser.call('ticket-time-change', { ...body, positions: [1, 3] })).status).toBe(404);
    expect(await travelTimes()).toEqual(before);
    await confirm('ticket-time-change', { ...body, positions: [2] });
    expect(await travelTimes()).toEqual([before[0], other.departs_at]);
  });
});
