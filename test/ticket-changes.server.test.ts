import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { createCustomerWithPassword, createPasswords } from '#features/customers/server/public.ts';
import { lockOrder, moveOrder } from '#features/orders/server/public.ts';
import { endOrder } from '#features/payments/server/public.ts';
import { reviveOrder } from '#features/payments/server/revive-order.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { documentByCode } from '#features/tickets/server/document-store.ts';
import { qrText } from '#features/tickets/server/make-document.ts';
import { issueItems, verifyTicketCode } from '#features/tickets/server/public.ts';
import { purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const HINT = 'This ticket has been recently edited. Please wait 15 minutes before editing it again.';

let app: ShopApp;
let mila: string;
let ada: string;

beforeAll(async () => {
  app = await givenShopApp();
  mila = await app.login();
  ada = await account('ada@example.org', 'Ada Lovelace');
  // More coach tickets are bought here than the demo has; the seats of each departure stay as they are.
  await app.db.run(
    `update shop_items set capacity = capacity + 100, capacity_wanted = capacity_wanted + 100
     where external_code = 'coach-amsterdam'`,
  );
});
beforeEach(() => app.db.run('delete from rate_limits'));
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

async function account(email: string, fullName: string): Promise<string> {
  const password = 'a-long-password-of-mine';
  await createCustomerWithPassword(app.db, { email, fullName, password }, createPasswords(), app.clock.now());
  return (await app.call('login', { email, password })).body.remember_token;
}

interface Bought {
  order: string;
  code: string;
}

const holder = { full_name: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34' };

/** A paid order of one ticket; free of charge by a voucher that covers it, so that no gateway is needed. */
async function bought(item = 'sandlark-pass', changes: Record<string, unknown> = {}, token = mila): Promise<Bought> {
  const added = await app.call('add-product-to-cart', { token, external_code: item, ...holder, ...changes });
  expect(added.body.message).toBeUndefined();
  const placed = await app.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'voucher', accepted_ts_and_cs: true },
    voucher_code: 'FULLHOUSE',
  });
  expect(placed.body.message).toBeUndefined();
  expect(placed.body.order.payment_status).toBe('paid');
  await app.settle();
  return { order: placed.body.order.code, code: placed.body.order.tickets[0].code };
}

const change = ({ order, code }: Bought, body: Record<string, unknown> = {}, token: string | null = mila) =>
  app.call('change-ticket', { token, order_id: order, code, ...holder, reassign: false, note: '', ...body });

const ordersOf = async (token: string) => (await app.call('get-data', { token })).body.data.orders;

async function ticketOf({ order }: Bought, token = mila) {
  const found = (await ordersOf(token)).find((one: { code: string }) => one.code === order);
  return found?.tickets[0];
}

const rowOf = ({ order }: Bought) =>
  app.db.row<{ id: number; code: string; generation: number; name_changes: number; full_name: string; email: string }>(
    `select t.id, t.code, t.generation, t.name_changes, t.full_name, t.email
     from tickets t join orders o on o.id = t.order_id where o.code = $1`,
    [order],
  );

const download = (email: string, code: string) => app.fetch(`/download-ticket/${encodeURIComponent(email)}/${code}`);

/** What the QR code of the document says that the code opens now. */
const qrOf = async (code: string) => qrText((await documentByCode(app.db, code))!, Buffer.alloc(32, 7));

async function verdict(text: string) {
  const { keys } = (await (await app.fetch('/tickets/keys.json')).json()) as { keys: never[] };
  const { revoked } = (await (await app.fetch('/tickets/revoked.json')).json()) as { revoked: never[] };
  const found = verifyTicketCode(text, keys, new Date('2027-07-22T12:00:00Z'), revoked);
  return found.valid ? 'valid' : found.reason;
}

const mailsSince = async (count: number) => (await app.mails()).slice(count).map((mail) => [mail.kind, mail.recipient]);

describe('what is typed', () => {
  test.each([
    [{ full_name: '' }, ['full_name'], 'Please fill out the following fields: Full name.'],
    [{ email: ' ' }, ['email'], 'Please fill out the following fields: Email.'],
    [
      { full_name: '', email: '', age: '' },
      ['full_name', 'email', 'age'],
      'Please fill out the following fields: Full name, Email, Age.',
    ],
    [{ full_name: 'Мила Оконкво' }, ['full_name'], 'Please enter the full name in roman characters.'],
    [{ email: 'mila@example' }, ['email'], 'Please enter a valid email address for this ticket holder.'],
    [{ email: 'mailto:m@example.org' }, ['email'], 'Please enter a valid email address for this ticket holder.'],
    [{ age: '7' }, ['age'], 'Please choose the age range for this ticket holder.'],
  ])('given %j, then it is refused at %j: %s', async (typed, fields, message) => {
    const ticket = await bought();
    const answer = await change(ticket, typed);
    expect([answer.status, answer.body.message]).toEqual([422, message]);
    expect(Object.keys(answer.body.errors)).toEqual(fields);
    expect((await rowOf(ticket))!.generation).toBe(1);
  });

  test('given nothing new, then it is refused in the words of the specification, and so is reassigning to oneself', async () => {
    const ticket = await bought();
    for (const body of [{}, { reassign: true }, { full_name: ' Mila Okonkwo ' }]) {
      const answer = await change(ticket, body);
      expect([answer.status, answer.body]).toEqual([422, { message: 'Please change the ticket details.' }]);
    }
  });

  test('given a note of 2,000 characters, then it is kept; given one more, then it is refused', async () => {
    const ticket = await bought();
    expect((await change(ticket, { age: '35-49', note: 'n'.repeat(2_001) })).status).toBe(422);
    expect((await change(ticket, { age: '35-49', note: 'n'.repeat(2_000) })).status).toBe(200);
    const row = await app.db.row(
      'select kind, length(note) as length, before, after, actor from ticket_changes order by id desc limit 1',
    );
    expect(row).toMatchObject({
      kind: 'holder',
      length: 2_000,
      before: { age: '25-34' },
      after: { age: '35-49' },
      actor: expect.stringMatching(/^customer:\d+$/),
    });
  });
});

describe('a new holder', () => {
  test('given another name, then the code is new, the old one is dead everywhere, the change is counted and mailed', async () => {
    const ticket = await bought();
    const oldQr = await qrOf(ticket.code);
    expect(await verdict(oldQr)).toBe('valid');
    const mails = (await app.mails()).length;
    const answer = await change(ticket, { full_name: 'Noor Bakker' });
    expect(answer.status).toBe(200);
    const now = await ticketOf(ticket);
    expect(answer.body.code).toBe(now.code);
    expect(now).toMatchObject({ full_name: 'Noor Bakker', name_changes_left: 2, recently_edited: false });
    expect(now.code).not.toBe(ticket.code);
    expect((await download(holder.email, ticket.code)).status).toBe(404);
    expect((await download(holder.email, now.code)).status).toBe(200);
    expect(await verdict(oldQr)).toBe('revoked');
    expect(await verdict(await qrOf(now.code))).toBe('valid');
    expect(await mailsSince(mails)).toEqual([['ticket-changed', 'mila@example.org']]);
  });

  test('given another email, then both mailboxes are told, the new one with the document, and it is not counted', async () => {
    const ticket = await bought();
    const mails = (await app.mails()).length;
    expect((await change(ticket, { email: 'noor@example.org' })).status).toBe(200);
    const now = await ticketOf(ticket);
    expect(now).toMatchObject({ email: 'noor@example.org', name_changes_left: 3, reassigned: false });
    expect(now.code).not.toBe(ticket.code);
    expect(await mailsSince(mails)).toEqual([
      ['ticket-handed-on', 'mila@example.org'],
      ['ticket-changed', 'noor@example.org'],
    ]);
    const told = (await app.mails()).slice(mails);
    expect(told[0]!.body_text).not.toMatch(/noor@/i);
    expect(told[0]!.body_text).not.toContain(now.code);
    const attached = await app.db.rows('select attachments from mails order by id desc limit 2');
    expect(attached).toEqual([{ attachments: [{ kind: 'ticket', code: now.code }] }, { attachments: [] }]);
    expect((await download(holder.email, ticket.code)).status).toBe(404);
    expect((await download(holder.email, now.code)).status).toBe(404);
  });

  test.each([
    ['the age', { age: '35-49' }],
    ['how the same name is written', { full_name: 'MILA  Ókonkwo' }],
  ])('given only %s, then the code stays and nothing is counted', async (_what, typed) => {
    const ticket = await bought();
    expect((await change(ticket, typed)).status).toBe(200);
    expect(await rowOf(ticket)).toMatchObject({ code: ticket.code, generation: 1, name_changes: 0 });
  });

  test('given the code from before a change, then the change is refused as overtaken, and from a stranger as unknown', async () => {
    const ticket = await bought();
    await change(ticket, { full_name: 'Noor Bakker' });
    expect((await change(ticket, { full_name: 'Ada Lovelace' })).status).toBe(409);
    expect((await change(ticket, { full_name: 'Ada Lovelace' }, ada)).status).toBe(404);
  });
});

describe('limits and deadlines', () => {
  test('given the limit of names is used, then another name is refused and an email or age is not', async () => {
    const ticket = await bought('under-16-pass', { age: '12-15' });
    expect((await change(ticket, { age: '12-15', full_name: 'Noor Bakker' })).status).toBe(200);
    const next = { order: ticket.order, code: (await ticketOf(ticket)).code };
    const held = { age: '12-15', full_name: 'Noor Bakker' };
    expect(await ticketOf(ticket)).toMatchObject({ name_changes_left: 0, allow_name_changes: false });
    const refused = await change(next, { ...held, full_name: 'Ada Lovelace' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The name on this ticket cannot be changed any more.',
    ]);
    // The item grants no change of the email.
    expect((await change(next, { ...held, email: 'noor@example.org' })).status).toBe(409);
    expect((await change(next, { ...held, age: '0-11' })).status).toBe(200);
    // A client that sends nothing for what is fixed is right.
    expect((await change(next, { full_name: undefined, email: undefined, age: '12-15' })).status).toBe(200);
  });

  test('given the last moment for names, then a millisecond before it is taken and at it refused', async () => {
    const [early, late] = [await bought(), await bought()];
    const until = new Date(app.clock.now().getTime() + 5 * MINUTE);
    for (const { order } of [early, late]) {
      await app.db.run(
        `update order_lines set frozen = jsonb_set(frozen, '{allowNameChangesUntil}', to_jsonb($2::text))
         where order_id = (select id from orders where code = $1)`,
        [order, until.toISOString()],
      );
    }
    await app.travel(5 * MINUTE - 1);
    expect((await change(early, { full_name: 'Noor Bakker' })).status).toBe(200);
    await app.travel(1);
    expect((await change(late, { full_name: 'Noor Bakker' })).status).toBe(409);
    expect((await change(late, { email: 'noor@example.org' })).status).toBe(200);
  });

  test('given the last name change and eight tabs at once, then one wins and the others are refused', async () => {
    const ticket = await bought('under-16-pass', { age: '12-15' });
    const names = ['Noor', 'Ada', 'Eva', 'Ivo', 'Kim', 'Lou', 'Max', 'Pia'].map((name) => `${name} Bakker`);
    const answers = await Promise.all(names.map((full_name) => change(ticket, { age: '12-15', full_name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await rowOf(ticket)).toMatchObject({ name_changes: 1, generation: 2 });
  });

  test.each([
    ['pending', `pending = true`],
    ['in a refund', `status = 'refund'`],
    ['refunded', `status = 'refunded'`],
    ['cancelled', `status = 'cancelled'`],
  ])('given a ticket that is %s, then neither holder nor time changes', async (_what, set) => {
    const ticket = await bought('coach-amsterdam', { transport_time_id: await departure('Friday') });
    const kept = await app.db.row<{ status: string }>('select status from tickets where code = $1', [ticket.code]);
    await app.db.run(`update tickets set ${set} where code = $1`, [ticket.code]);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(409);
    expect((await move(ticket, await departure('09:30'))).status).toBe(409);
    await app.db.run('update tickets set pending = false, status = $2 where code = $1', [ticket.code, kept!.status]);
  });

  test('given an order that stands no more, then nothing changes', async () => {
    const ticket = await bought();
    await app.db.run(`update orders set payment_status = 'problem' where code = $1`, [ticket.order]);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(409);
    await app.db.run(`update orders set payment_status = 'paid' where code = $1`, [ticket.order]);
  });

  test('given very many changes in an hour, then the next one has to wait', async () => {
    const ticket = await bought();
    for (let count = 0; count < 60; count += 1) expect((await change(ticket)).status).toBe(422);
    const answer = await change(ticket);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('reassigning', () => {
  test('given an address without an account, then one is made, invited, and manages the ticket, and the buyer sees that it went', async () => {
    const ticket = await bought();
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
    // After the answer, which must not tell whether there was an account.
    await app.settle();
    expect(await mailsSince(mails)).toEqual([
      ['ticket-handed-on', 'mila@example.org'],
      ['ticket-changed', 'Noor.B@example.org'],
      ['invitation', 'Noor.B@example.org'],
    ]);
    // Nothing of it is kept in clear.
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

    // The buyer manages it no more, by any code.
    for (const dead of [code, ticket.code, seen.code]) {
      expect((await change({ ...ticket, code: dead }, { full_name: 'Mila Okonkwo' })).status).toBe(404);
    }
    // The new holder does; and hands it back.
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

  test('given an address with an account, then its owner sees the ticket at once and gets no invitation', async () => {
    const ticket = await bought();
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

  test('given an order of two tickets of which one is handed over, then the new holder sees nothing of the other or of the money', async () => {
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

describe('who may', () => {
  test('given a stranger, nobody, a forged token or another order, then nothing is told and nothing changes', async () => {
    const ticket = await bought('coach-amsterdam', { transport_time_id: await departure('Friday') });
    const other = await bought();
    const to = await departure('09:30');
    const before = await rowOf(ticket);
    for (const [token, status] of [
      [ada, 404],
      [null, 401],
      ['forged', 401],
    ] as const) {
      expect((await change(ticket, { full_name: 'Noor Bakker' }, token)).status).toBe(status);
      expect((await move(ticket, to, token)).status).toBe(status);
    }
    const unknown = await change({ ...ticket, code: 'NOSUCHCODE2345678' }, { full_name: 'Noor Bakker' });
    const strange = await change(ticket, { full_name: 'Noor Bakker' }, ada);
    expect(strange.body).toEqual(unknown.body);
    expect((await change({ ...ticket, order: other.order }, { full_name: 'Noor Bakker' })).status).toBe(404);
    expect(await rowOf(ticket)).toEqual(before);
  });
});

test('given downloads while the holder changes, then none that begins after the answer has the old document', async () => {
  const ticket = await bought();
  let isChanged = false;
  const before: number[] = [];
  const after: number[] = [];
  const lane = async () => {
    for (let count = 0; count < 13 && after.length < 4; count += 1) {
      const statuses = isChanged ? after : before;
      statuses.push((await download(holder.email, ticket.code)).status);
    }
  };
  const changed = download(holder.email, ticket.code)
    .then(({ status }) => before.push(status))
    .then(() => change(ticket, { full_name: 'Noor Bakker' }))
    .then(() => {
      isChanged = true;
    });
  await Promise.all([changed, lane(), lane()]);
  expect(before).toContain(200);
  expect(after.length).toBeGreaterThan(0);
  expect(new Set(after)).toEqual(new Set([404]));
});

describe('against a refund', () => {
  /** Paid with money, so that there is something to give back. */
  const paidTicket = async (): Promise<Bought> => {
    const { code, tickets } = await purchase(app, mila, ['sandlark-pass']);
    return { order: code, code: tickets[0]!.code };
  };
  const request = ({ order, code }: Bought) =>
    app.call('request-refund', { token: mila, order_id: order, tickets: code, merchandise: '', ...bankOnWire });

  test('given a change of the holder and a refund request at once, then one of them happens and the other finds it done', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ticket = await paidTicket();
      const [changed, refund] = await Promise.all([change(ticket, { full_name: 'Noor Bakker' }), request(ticket)]);
      const row = await app.db.row<{ status: string; full_name: string }>(
        'select t.status, t.full_name from tickets t join orders o on o.id = t.order_id where o.code = $1',
        [ticket.order],
      );
      const outcome = [changed.status, refund.status, row!.status, row!.full_name === 'Noor Bakker'];
      expect([
        // The refund names a code that was the ticket's a moment ago.
        [200, 409, 'active', true],
        [409, 200, 'refund', false],
      ]).toContainEqual(outcome);
    }
  });

  test('given a ticket in a refund, then neither holder nor code changes; cancelled, it may again', async () => {
    const ticket = await paidTicket();
    const { body } = await request(ticket);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(409);
    expect((await download('holder@example.org', ticket.code)).status).toBe(404);
    expect((await app.call('cancel-refund', { token: mila, refund_id: body.refund_id })).status).toBe(200);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(200);
  });

  test('given a ticket in other hands, then neither the buyer nor the holder gets money for it', async () => {
    const ticket = await paidTicket();
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

async function departure(part: string): Promise<string> {
  const { body } = await app.call('get-shop-item', { external_code: 'coach-amsterdam' });
  const day = part === 'Friday' ? 'Fri' : 'Thu';
  const found = body.item.travel_times.find((time: { travel_time: string }) => {
    const text = new Date(time.travel_time).toLocaleString('en-GB', {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Europe/Amsterdam',
    });
    return text.startsWith(day) && (part === 'Friday' || text.includes(part));
  });
  return found.id;
}

const move = ({ code }: Pick<Bought, 'code'>, transport_time_id: string | null, token: string | null = mila) =>
  app.call('set-travel-time', { token, code, transport_time_id });

const remaining = async (id: string): Promise<number | null> => {
  const { body } = await app.call('get-shop-item', { external_code: 'coach-amsterdam' });
  return body.item.travel_times.find((time: { id: string }) => time.id === id).remaining;
};

describe('the travel time', () => {
  test('given another departure, then the seat is swapped, the document replaced, the holder mailed and the ticket locked for 15 minutes', async () => {
    const [friday, morning] = [await departure('Friday'), await departure('09:30')];
    const ticket = await bought('coach-amsterdam', { transport_time_id: friday });
    const oldQr = await qrOf(ticket.code);
    const [seats, mails] = [await remaining(morning), (await app.mails()).length];
    const answer = await move(ticket, morning);
    expect(answer.status).toBe(200);
    const moved = answer.body.data.orders.find((one: { code: string }) => one.code === ticket.order).tickets[0];
    const until = new Date(app.clock.now().getTime() + 15 * MINUTE).toISOString();
    expect(moved).toMatchObject({
      code: ticket.code,
      transport_time_id: morning,
      recently_edited: true,
      edited_until: until,
    });
    expect(await remaining(morning)).toBe(seats! - 1);
    expect(await verdict(oldQr)).toBe('revoked');
    expect(await verdict(await qrOf(ticket.code))).toBe('valid');
    expect(await mailsSince(mails)).toEqual([['travel-time-changed', 'mila@example.org']]);
    expect((await app.mails()).at(-1)!.body_text).toMatch(
      /until now[\s\S]*New travel time[\s\S]*Meeting point[\s\S]*Sloterdijk/,
    );
    expect((await download(holder.email, ticket.code)).status).toBe(200);

    for (const locked of [await move(ticket, friday), await change(ticket, { full_name: 'Noor Bakker' })]) {
      expect([locked.status, locked.body.message]).toEqual([409, HINT]);
    }
    // The same change again finds nothing to do.
    expect((await move(ticket, morning)).status).toBe(200);
    await app.travel(15 * MINUTE - 1);
    expect((await move(ticket, friday)).status).toBe(409);
    await app.travel(1);
    expect((await move(ticket, friday)).status).toBe(200);
    expect(await remaining(morning)).toBe(seats);
    expect((await rowOf(ticket))!.generation).toBe(3);
  });

  test('given no choice, a departure of nothing, of another item or sold out, then it is refused and nothing moves', async () => {
    const ticket = await bought('coach-amsterdam', { transport_time_id: await departure('Friday') });
    const before = await rowOf(ticket);
    for (const empty of [null, '']) {
      const answer = await move(ticket, empty);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { transport_time_id: ['Please select the travel time.'] },
      ]);
    }
    const other = await app.db.row<{ id: number }>(
      `insert into departures (item_id, code, departs_at)
       select id, 'of-another-item', $1 from shop_items where external_code = 'coach-brussels' returning id`,
      [new Date(app.clock.now().getTime() + DAY)],
    );
    for (const strange of ['x', '0', '999999', String(other!.id)]) {
      expect((await move(ticket, strange)).status).toBe(409);
    }
    const soldOut = await move(ticket, await departure('16:30'));
    expect([soldOut.status, soldOut.body.message]).toEqual([
      409,
      'Sorry, this travel time is sold out. Please choose another one.',
    ]);
    expect(await rowOf(ticket)).toEqual(before);
  });

  test('given a ticket without selectable times, then there is nothing to choose', async () => {
    expect((await move(await bought(), await departure('Friday'))).status).toBe(409);
  });

  test('given a deadline of the item, then a millisecond before it is taken and at it refused', async () => {
    const [friday, morning] = [await departure('Friday'), await departure('09:30')];
    const [early, late] = [
      await bought('coach-amsterdam', { transport_time_id: friday }),
      await bought('coach-amsterdam', { transport_time_id: friday, full_name: 'Other' }),
    ];
    const until = new Date(app.clock.now().getTime() + 5 * MINUTE);
    for (const { order } of [early, late]) {
      await app.db.run(
        `update order_lines set frozen = jsonb_set(frozen, '{allowTravelTimeChangesUntil}', to_jsonb($2::text))
         where order_id = (select id from orders where code = $1)`,
        [order, until.toISOString()],
      );
    }
    await app.travel(5 * MINUTE - 1);
    expect((await move(early, morning)).status).toBe(200);
    await app.travel(1);
    const refused = await move(late, morning);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The travel time of this ticket cannot be changed any more.',
    ]);
  });

  test('given the last seat and eight tickets, then one gets it and no seat is lost', async () => {
    const [friday, noon] = [await departure('Friday'), await departure('13:00')];
    const tickets: Bought[] = [];
    for (let index = 0; index < 8; index += 1)
      tickets.push(await bought('coach-amsterdam', { transport_time_id: friday }));
    const left = (await remaining(noon))!;
    expect(left).toBeGreaterThan(0);
    await app.db.run(
      'update departures set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = $1',
      [Number(noon)],
    );
    const answers = await Promise.all(tickets.map((ticket) => move(ticket, noon)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await remaining(noon)).toBe(0);
  });

  test('given two departures with one free seat each and twelve tickets that all change sides at once, then no seat is lost or made', async () => {
    const [noon, afternoon] = [await departure('13:00'), await departure('16:30')];
    const both = [Number(noon), Number(afternoon)];
    await app.db.run(
      'update departures set capacity = sold + held + 6, capacity_wanted = sold + held + 6 where id = any($1)',
      [both],
    );
    const tickets = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => ({
        ...(await bought('coach-amsterdam', {
          transport_time_id: index % 2 ? noon : afternoon,
          full_name: `Holder ${String.fromCharCode(65 + index)}`,
        })),
        to: index % 2 ? afternoon : noon,
      })),
    );
    const seats = () =>
      app.db.row<{ sold: number; sitting: number }>(
        `select (select sum(sold) from departures where id = any($1)) as sold,
           (select count(*) from tickets where departure_id = any($1) and status = 'active') as sitting`,
        [both],
      );
    await app.db.run(
      'update departures set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = any($1)',
      [both],
    );
    const before = await seats();
    const answers = await Promise.all(tickets.map((ticket) => move(ticket, ticket.to)));
    const moved = answers.filter(({ status }) => status === 200).length;
    expect(moved).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await seats()).toEqual(before);
  });

  test('given a moved ticket whose order ends and comes back with late money, then it sits where it was moved to', async () => {
    const [friday, morning] = [await departure('Friday'), await departure('09:30')];
    const ticket = await bought('coach-amsterdam', { transport_time_id: friday });
    await move(ticket, morning);
    const oldQr = await qrOf(ticket.code);
    const seats = await remaining(morning);
    const parts = { db: app.db };
    await parts.db.transaction(async (tx) => {
      const id = (await rowOf(ticket))!.id;
      const row = await tx.row<{ order_id: number }>('select order_id from tickets where id = $1', [id]);
      const order = (await lockOrder(tx, row!.order_id))!;
      await moveOrder(tx, order, 'problem');
      await endOrder(tx, order, 'cancelled', app.clock.now());
    });
    expect(await remaining(morning)).toBe(seats! + 1);
    expect(await verdict(oldQr)).toBe('revoked');
    await parts.db.transaction(async (tx) => {
      const row = await tx.row<{ order_id: number }>('select order_id from tickets where code = $1', [ticket.code]);
      const order = (await lockOrder(tx, row!.order_id))!;
      expect(await reviveOrder(tx, order, app.clock.now())).toBe(true);
      await moveOrder(tx, order, 'paid');
      await issueItems(tx, order.id, { pending: false }, app.clock.now());
    });
    expect(await remaining(morning)).toBe(seats);
    const back = await ticketOf(ticket);
    expect(back).toMatchObject({ transport_time_id: morning, status: 'active' });
    expect(await verdict(oldQr)).toBe('revoked');
    expect(await verdict(await qrOf(back.code))).toBe('valid');
  });

  test('given one ticket moved to two departures at once, then it sits in one of them', async () => {
    const ticket = await bought('coach-amsterdam', { transport_time_id: await departure('Friday') });
    await app.db.run(
      'update departures set capacity = sold + held + 2, capacity_wanted = sold + held + 2 where id = any($1)',
      [[Number(await departure('13:00')), Number(await departure('16:30'))]],
    );
    const answers = await Promise.all(
      [await departure('13:00'), await departure('16:30')].map((to) => move(ticket, to)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test('the list of revoked tickets names those in a refund as long as they are, and answers shortly when nothing is new', async () => {
  const ticket = await bought();
  const qr = await qrOf(ticket.code);
  await app.db.run(`update tickets set status = 'refund' where code = $1`, [ticket.code]);
  expect(await verdict(qr)).toBe('revoked');
  await app.db.run(`update tickets set status = 'active' where code = $1`, [ticket.code]);
  expect(await verdict(qr)).toBe('valid');
  const first = await app.fetch('/tickets/revoked.json');
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  const again = await app.fetch('/tickets/revoked.json', { headers: { 'if-none-match': first.headers.get('etag')! } });
  expect(again.status).toBe(304);
});

/** The text of the newest mail to an address whose subject starts so, opened by the development mailbox. */
async function mailboxText(to: string, subject: string): Promise<string> {
  const response = await app.fetch(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  const mails = (await response.json()) as { subject: string; text: string }[];
  return mails.find((mail) => mail.subject.startsWith(subject))!.text;
}
