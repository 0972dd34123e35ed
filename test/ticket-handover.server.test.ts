import { describe, expect, test } from 'vitest';
import { bankOnWire } from '#features/refunds/testing.ts';
import { freshLogins } from './support/fresh-logins.ts';
import { purchase } from './support/purchase.ts';
import {
  ada,
  address,
  app,
  type Bought,
  buyTicket,
  change,
  DAY,
  download,
  givenTicketShop,
  holder,
  mailsSince,
  mila,
  ordersOf,
  rowOf,
  ticketOf,
} from './support/ticket-shop.ts';

givenTicketShop();

describe('reassigning', () => {
  test('to an address without an account creates and invites one, and the buyer sees the transfer', async () => {
    const ticket = await buyTicket();
    const mails = (await app.mails()).length;
    const answer = await change(ticket, {
      full_name: 'Noor Bakker',
      email: 'Noor.B@example.org',
      reassign: true,
      note: 'Enjoy',
    });
    expect(answer.status).toBe(200);
    const seen = await ticketOf(ticket);
    const { code } = (await rowOf(ticket))!;
    expect(answer.body.code).toBe(seen.code);
    expect(seen).toMatchObject({
      reassigned: true,
      full_name: 'Noor Bakker',
      email: 'Noor.B@example.org',
      allow_download: false,
      allow_name_changes: false,
      is_refundable: false,
      name_changes_left: null,
    });
    expect(JSON.stringify(answer.body)).not.toContain(code);
    // The mail is made after the answer, which must not reveal whether there was an account.
    await app.settle();
    expect(await mailsSince(mails)).toEqual([
      ['ticket-handed-on', 'mila@example.org'],
      ['ticket-changed', 'Noor.B@example.org'],
      ['invitation', 'Noor.B@example.org'],
    ]);
    // The mail's text is not kept in clear.
    expect((await app.mails()).at(-1)!.body_text).toBeNull();

    const invitation = await mailboxText('Noor.B@example.org', 'Your account at');
    const token = /\/reset-password\/[^/]+\/([\w-]+)/.exec(invitation)![1];
    await app.travel(6 * DAY);
    const set = await app.call('reset-password', {
      token,
      email: 'noor.b@example.org',
      password: 'a-long-password-of-noor',
    });
    expect(set.status).toBe(200);
    const login = await app.call('login', { email: 'noor.b@example.org', password: 'a-long-password-of-noor' });
    const noor = login.body.remember_token;
    const [order] = login.body.data.orders;
    expect(login.body.data.orders).toHaveLength(1);
    expect(order).toMatchObject({
      code: ticket.order,
      reassigned_to_me: true,
      checksum: '',
      payments: [],
      can_refund: false,
      has_invoice: false,
    });
    expect(order.tickets).toMatchObject([
      { code, full_name: 'Noor Bakker', reassigned: false, allow_download: true, is_refundable: false },
    ]);
    expect((await download('noor.b@example.org', code)).status).toBe(200);

    // The buyer no longer manages the ticket, by any code.
    for (const dead of [code, ticket.code, seen.code]) {
      expect((await change({ ...ticket, code: dead }, { full_name: 'Mila Okonkwo' })).status).toBe(404);
    }
    // The new holder manages it, and hands it back.
    const back = await change({ ...ticket, code }, { reassign: true }, noor);
    expect(back.status).toBe(200);
    expect(back.body.code).toBeNull();
    expect(back.body.data.orders).toEqual([]);
    expect(await ticketOf(ticket)).toMatchObject({
      reassigned: false,
      full_name: 'Mila Okonkwo',
      allow_download: true,
    });
    expect((await download('noor.b@example.org', code)).status).toBe(404);
  });

  test('to an address with an account shows the ticket there at once, without an invitation', async () => {
    const ticket = await buyTicket();
    const mails = (await app.mails()).length;
    expect((await change(ticket, { full_name: 'Ada Lovelace', email: 'ADA@example.org', reassign: true })).status).toBe(
      200,
    );
    expect((await mailsSince(mails)).map(([kind]) => kind)).toEqual(['ticket-handed-on', 'ticket-changed']);
    const theirs = (await ordersOf(ada)).find((one: { code: string }) => one.code === ticket.order);
    expect(theirs.tickets).toHaveLength(1);
    const { data } = (await app.call('get-data', { token: ada })).body;
    expect(data.existing_tickets).toContainEqual(expect.objectContaining({ full_name: 'Ada Lovelace' }));
  });

  test('one ticket of two shows the new holder neither the other ticket nor the money', async () => {
    const first = await app.call('add-product-to-cart', { token: mila, external_code: 'sandlark-pass', ...holder });
    const cart = first.body.cart.code;
    await app.call('add-product-to-cart', {
      token: mila,
      cart,
      external_code: 'sunday',
      ...holder,
      full_name: 'Kept Secret',
      email: 'secret@example.org',
    });
    const placed = await app.call('checkout-cart', {
      token: mila,
      cart,
      customer: { country: 'NL', address },
      order: { payment_method: 'voucher', accepted_ts_and_cs: true },
      voucher_code: 'FULLHOUSE',
    });
    const { code: order, checksum } = placed.body.order;
    const pass = placed.body.order.tickets.find(
      (one: { external_code: string }) => one.external_code === 'sandlark-pass',
    );
    await change({ order, code: pass.code }, { full_name: 'Ada Lovelace', email: 'ada@example.org', reassign: true });
    const theirs = (await ordersOf(ada)).find((one: { code: string }) => one.code === order);
    const text = JSON.stringify(theirs);
    for (const secret of ['Kept Secret', 'secret@example.org', 'mila', checksum, 'Zandpad'])
      expect(text).not.toContain(secret);
    expect(theirs.tickets).toHaveLength(1);
    expect(theirs).toMatchObject({ total_paid: 0, discount_amount: 0, cartProducts: [], merchandisePurchases: [] });
  });
});

describe('against a refund', () => {
  /** Buys a ticket with money, so that there is something to refund. */
  const buyPaidTicket = async (): Promise<Bought> => {
    const { code, tickets } = await purchase(app, mila, ['sandlark-pass']);
    return { order: code, code: tickets[0]!.code };
  };
  const request = ({ order, code }: Bought) =>
    freshLogins(app).then(() =>
      app.call('request-refund', { token: mila, order_id: order, tickets: code, merchandise: '', ...bankOnWire }),
    );

  test('of a change of the holder and a refund request at once, one succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ticket = await buyPaidTicket();
      const [changed, refund] = await Promise.all([change(ticket, { full_name: 'Noor Bakker' }), request(ticket)]);
      const row = await app.db.row<{ status: string; full_name: string }>(
        'select t.status, t.full_name from tickets t join orders o on o.id = t.order_id where o.code = $1',
        [ticket.order],
      );
      const outcome = [changed.status, refund.status, row!.status, row!.full_name === 'Noor Bakker'];
      expect([
        // The refund names the ticket's previous code.
        [200, 409, 'active', true],
        [409, 200, 'refund', false],
      ]).toContainEqual(outcome);
    }
  });

  test('neither holder nor code of a ticket can change during its refund', async () => {
    const ticket = await buyPaidTicket();
    const { body } = await request(ticket);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(409);
    expect((await download('holder@example.org', ticket.code)).status).toBe(404);
    expect((await app.call('cancel-refund', { token: mila, refund_id: body.refund_id })).status).toBe(200);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(200);
  });

  test('neither the buyer nor the holder gets money for a transferred ticket', async () => {
    const ticket = await buyPaidTicket();
    await change(ticket, { full_name: 'Ada Lovelace', email: 'ada@example.org', reassign: true });
    const { code } = (await rowOf(ticket))!;
    for (const [token, wanted] of [
      [mila, code],
      [mila, ticket.code],
      [mila, 'REASSIGNED-1'],
      [ada, code],
    ] as const) {
      const body = { order_id: ticket.order, tickets: wanted, merchandise: '', ...bankOnWire };
      expect((await app.call('request-refund', { token, ...body })).status).toBeGreaterThanOrEqual(400);
    }
    expect(await app.db.row('select status from tickets where code = $1', [code])).toEqual({ status: 'active' });
  });
});

/**
 * Returns the text of the newest mail to an address whose subject starts with this, opened by the development mailbox.
 */
async function mailboxText(to: string, subject: string): Promise<string> {
  const response = await app.fetch(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  const mails = (await response.json()) as { subject: string; text: string }[];
  return mails.find((mail) => mail.subject.startsWith(subject))!.text;
}
