import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMatterLines } from '#apps/server/open-matters.ts';
import { deleteNotesOfErasedCustomers } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { auditsOf } from '#features/staff/server/public.ts';
import { daysAfter, edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder, pressAt, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let support: OfficePerson;
let paid: Order;
let waiting: Order;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  const mila = await app.login();
  token = mila;
  paid = await purchase(app, mila, ['sandlark-pass']);
  waiting = (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
  await app.settle();
  support = await givenPerson(app, 'The support', ['support']);
});
afterAll(() => app.close());

/** Returns an order's timeline entries of a kind, newest first. */
const entriesOf = async (code: string, what: string, person = support) =>
  (await person.browser.done('order-timeline', { code })).entries.filter(
    (entry: { what: string }) => entry.what === what,
  );

test('an order is opened by its code, however it was typed, with its items and money', async () => {
  const typed = paid.code.toLowerCase().replace('-', ' ');
  const opened = await support.browser.done('order-open', { code: typed });
  expect(opened).toMatchObject({
    code: paid.code,
    status: 'paid',
    total: paid.total_price,
    paid: paid.total_price,
    open_refund: 'none',
    items: [{ is_ticket: true, full_name: expect.any(String), status: 'active' }],
    payments: [{ status: 'paid', overdue: false }],
    receipts: [{ source: 'sandbox', amount: paid.total_price, attention: null }],
    refunds: [],
    card: null,
    is_disputed: false,
    plan_ends_at: null,
  });
  expect(await support.browser.done('order-open', { code: waiting.code })).toMatchObject({
    status: 'pending',
    paid: 0,
    items: [{ status: null }],
    receipts: [],
  });
});

test('an order shows the buyer’s other orders, and which of its lines are refunded', async () => {
  const opened = await support.browser.done('order-open', { code: paid.code });
  expect(opened.others).toMatchObject([
    { code: waiting.code, status: 'pending', items: [{ name: 'Saturday day ticket', count: 1 }] },
  ]);
  const { items } = await support.browser.done('refund-to-create', { code: paid.code });
  expect(opened.items.map(({ line }: { line: number }) => line)).toEqual(
    items.map(({ line }: { line: number }) => line),
  );
  expect((await support.browser.done('order-open', { code: waiting.code })).items[0].line).toBeNull();
});

test('an order on a plan shows the card to be charged until the customer removes it', async () => {
  const { order: plan, url } = await placeOrder(app, token, ['sandlark-pass-plan'], null, 'credit_card', {
    savesCard: true,
  });
  await pressAt(app, url!, 'paid');
  await app.settle();
  const cardOf = async () => (await support.browser.done('order-open', { code: plan.code })).card;
  expect(await cardOf()).toEqual({ label: 'Sandbox •••• 4242', expires: expect.any(String), state: 'charged' });
  expect((await app.call('remove-saved-card', { token, order: plan.code })).status).toBe(200);
  expect(await cardOf()).toBeNull();
});

test('a declined card is on the order and in its timeline, with the provider’s reason', async () => {
  const { order: declined, url } = await placeOrder(app, token, ['saturday']);
  await pressAt(app, url!, 'declined');
  await app.settle();
  expect((await support.browser.done('order-open', { code: declined.code })).declined).toMatchObject({
    amount: declined.total_price,
    reason: 'insufficient funds',
  });
  expect(await entriesOf(declined.code, 'attempt_failed')).toMatchObject([
    { status: 'declined', reason: 'insufficient funds' },
  ]);
});

test('an order’s page says whether the customer can pay by card again, as the payment page does', async () => {
  const { order, url } = await placeOrder(app, token, ['saturday']);
  await pressAt(app, url!, 'declined');
  await app.settle();
  const max = (await loadShop(app.db)).public.shopPaymentCreditCardMaxAttempts;
  const refusalAfter = async (attempts: number) => {
    await app.db.run('update payments set attempts = $2 where order_id = (select id from orders where code = $1)', [
      order.code,
      attempts,
    ]);
    const { payments, declined } = await support.browser.done('order-open', { code: order.code });
    expect(declined.payment).toBe(payments[0].reference);
    return payments[0].pay_refusal;
  };
  expect(await refusalAfter(max - 1)).toBeNull();
  expect(await refusalAfter(max)).toBe('too_many_attempts');
});

test('an order whose payment is disputed says so until the dispute is won', async () => {
  const order = await purchase(app, token, ['saturday']);
  const payment = (await app.db.row<{ id: string }>(
    `select p.id from sandbox_payments p join receipts r on r.transaction = p.transaction
     join orders o on o.id = r.order_id where o.code = $1`,
    [order.code],
  ))!.id;
  const press = async (does: string) => {
    await app.fetch('/dev/sandbox', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ does, payment }),
    });
    await app.settle();
    return await support.browser.done('order-open', { code: order.code });
  };
  expect(await press('dispute_open')).toMatchObject({ status: 'problem', is_disputed: true });
  expect(await press('dispute_won')).toMatchObject({ status: 'paid', is_disputed: false });
});

test('an order’s page has no code that opens the order, a ticket or a payment', async () => {
  const opened = JSON.stringify(await support.browser.done('order-open', { code: paid.code }));
  const secrets = [...paid.tickets.map((ticket) => ticket.code), paid.checksum, paid.payment_checksum];
  expect(secrets.length).toBe(3);
  for (const secret of secrets) expect(opened).not.toContain(secret);
});

test('the timeline contains everything that happened to an order, newest first', async () => {
  const finance = await givenPerson(app, 'The finance', ['finance']);
  const order = (await placeOrder(app, token, ['saturday'], null, 'bank_transfer')).order;
  const transfer = { reference: order.code, amount: order.total_price, transaction: 'BT-TIMELINE', day: '' };
  const { preview } = await finance.browser.done('payment-record', { ...transfer, preview: '' });
  await finance.browser.done('payment-record', { ...transfer, preview });
  await app.settle();
  await support.browser.done('order-note-write', {
    code: order.code,
    body: 'Called.',
    is_pinned: false,
    remind_on: '',
  });
  const { entries } = await support.browser.done('order-timeline', { code: order.code });
  const events = entries.filter(({ what }: { what: string }) => what !== 'mail');
  expect(events).toMatchObject([
    { what: 'note', by: 'The support', body: 'Called.' },
    { what: 'document', series: 'invoice' },
    // The entry names the recorder, so the audit log adds no second line.
    { what: 'received', source: 'bank', number: 'BT-TIMELINE', amount: order.total_price, by: 'The finance' },
    { what: 'terms_accepted', by: null },
    { what: 'placed', amount: order.total_price, by: null },
  ]);
  const moments = entries.map(({ at }: { at: string }) => at);
  expect(moments).toEqual([...moments].sort().reverse());
  expect((await entriesOf(order.code, 'mail')).length).toBeGreaterThan(0);
  expect(await entriesOf(order.code, 'mail', finance)).toEqual([]);
});

describe('a mail of an order', () => {
  const mailsOf = (code: string) => entriesOf(code, 'mail');
  const mailAboutPayment = async () =>
    (await mailsOf(paid.code)).find(({ subject }: { subject: string }) => subject.includes('is paid'));

  test('is read as it was sent, without links, codes that open something, or tickets', async () => {
    const mail = await mailAboutPayment();
    expect(mail).toMatchObject({ to: 'mila@example.org', status: 'sent', is_readable: true });
    const shown = await support.browser.done('order-mail', { code: paid.code, mail: mail.id });
    expect(shown).toMatchObject({ subject: mail.subject, tickets: 1, carries_secret: true });
    expect(shown.html).not.toMatch(/href=|<script|\sstyle=/);
    for (const secret of [...paid.tickets.map(({ code }) => code), paid.checksum, paid.payment_checksum])
      expect(shown.html).not.toContain(secret);
    const waitingMail = (await mailsOf(waiting.code)).at(-1);
    const ofWaiting = await support.browser.done('order-mail', { code: waiting.code, mail: waitingMail.id });
    expect(ofWaiting.html).not.toContain(waiting.payment_checksum);
    // This call does not find another order's mail.
    expect((await support.browser.call('order-mail', { code: waiting.code, mail: mail.id })).status).toBe(404);
  });

  test('is read before it is sent', async () => {
    const { code } = (await placeOrder(app, await app.login(), ['saturday'], null, 'bank_transfer')).order;
    const [mail] = await mailsOf(code);
    expect(mail).toMatchObject({ status: 'waiting', is_readable: true });
    const shown = await support.browser.done('order-mail', { code, mail: mail.id });
    expect(shown).toMatchObject({ html: expect.stringContaining(code), carries_secret: false });
  });

  test('is sent again unchanged to an address of the order, even if it is written in capitals', async () => {
    const mail = await mailAboutPayment();
    const { mails, addresses } = await support.browser.done('order-mails', { code: paid.code });
    expect(addresses[0]).toBe('mila@example.org');
    expect(mails.find(({ id }: { id: number }) => id === mail.id)).toMatchObject({
      to: 'mila@example.org',
      subject: mail.subject,
      carries_secret: true,
    });
    const request = { code: paid.code, mails: [mail.id], to: 'MILA@example.org' };
    const { preview, outcome } = await support.browser.done('order-mail-again', request);
    expect(outcome.mails).toEqual([{ kind: 'payment-received', to: 'MILA@example.org', subject: mail.subject }]);
    await support.browser.done('order-mail-again', { ...request, preview });
    expect((await mailsOf(paid.code))[0]).toMatchObject({ subject: mail.subject, status: 'waiting' });
  });

  test('is sent together with others, and with the mail that fits the current status', async () => {
    const mail = await mailAboutPayment();
    const earlier = (await mailsOf(paid.code)).at(-1);
    const request = { code: paid.code, current: true, mails: [earlier.id, mail.id, mail.id] };
    const { preview, outcome } = await support.browser.done('order-mail-again', request);
    const subjects = outcome.mails.map(({ subject }: { subject: string }) => subject);
    expect(subjects.length).toBe(3);
    expect(subjects.slice(1)).toEqual([earlier.subject, mail.subject]);
    const before = (await mailsOf(paid.code)).length;
    await support.browser.done('order-mail-again', { ...request, preview });
    expect((await mailsOf(paid.code)).length).toBe(before + 3);
  });

  test('is sent elsewhere only with the permission and a reason, and never if it gives access', async () => {
    const mail = await mailAboutPayment();
    const manager = await givenPerson(app, 'The manager', ['manager']);
    const elsewhere = { code: paid.code, mails: [mail.id], to: 'stranger@example.org', reason: 'She moved.' };
    const errors = async (person: OfficePerson, changes: object = {}) =>
      (await person.browser.call('order-mail-again', { ...elsewhere, ...changes })).body.errors;
    expect(await errors(manager)).toHaveProperty('to');
    expect(await errors(manager, { to: 'no address' })).toHaveProperty('to');
    expect(await errors(manager, { to: 'mila@example.org', mails: [] })).toHaveProperty('to');

    await app.db.run(`update mails set attachments = '[]', html = '<p>Cancelled</p>' where id = $1`, [mail.id]);
    expect(await errors(support)).toEqual({ to: [expect.stringContaining('Only a manager')] });
    expect(await errors(manager, { reason: '' })).toHaveProperty('reason');
    const seen = await manager.browser.done('order-mail-again', elsewhere);
    await manager.browser.done('order-mail-again', { ...elsewhere, preview: seen.preview });
    const entry = await app.db.row(
      `select log.details, private.after from audit_log log join audit_private private on private.audit_id = log.id
       where log.action = 'order.mailed_again' order by log.id desc limit 1`,
    );
    expect(entry).toEqual({
      details: { kinds: ['payment-received'], elsewhere: true, reason: 'She moved.' },
      after: { to: 'stranger@example.org' },
    });
  });

  test('that was deleted after its retention period has no content, and cannot be sent again', async () => {
    const mail = (await mailsOf(waiting.code)).at(-1);
    await app.db.run(
      `update mails set recipient = '', subject = '', html = null, body_text = null, wiped_at = now() where id = $1`,
      [mail.id],
    );
    expect((await mailsOf(waiting.code)).at(-1)).toMatchObject({ to: '', subject: '', is_readable: false });
    const { code } = waiting;
    expect((await support.browser.call('order-mail-again', { code, mails: [mail.id] })).status).toBe(409);
    expect((await support.browser.call('order-mail', { code, mail: mail.id })).status).toBe(404);
    const offered = (await support.browser.done('order-mails', { code })).mails;
    expect(offered.map(({ id }: { id: number }) => id)).not.toContain(mail.id);
  });
});

describe('a note', () => {
  const notesOf = (code: string) => entriesOf(code, 'note');
  const write = (body: string, changes: object = {}) => ({
    ...{ code: waiting.code, body, is_pinned: false, remind_on: '', ...changes },
  });
  test('is written once per request, seen only by staff, and its text is not in the audit log', async () => {
    await support.browser.done('order-note-write', write('Pays on Friday.', { is_pinned: true }));
    const request_key = crypto.randomUUID();
    for (let time = 0; time < 2; time += 1)
      await support.browser.done('order-note-write', write('Called again.', { request_key }));
    const notes = await notesOf(waiting.code);
    expect(notes).toMatchObject([
      { body: 'Called again.', is_pinned: false },
      { body: 'Pays on Friday.', by: 'The support', is_pinned: true },
    ]);
    // The notes themselves say who wrote them.
    expect(JSON.stringify(await entriesOf(waiting.code, 'action'))).not.toContain('Called again');
    const audits = JSON.stringify(await auditsOf(app.db, [waiting.code], 100));
    expect(audits).toContain('order.note_written');
    expect(audits).not.toContain('Friday');
    const seen = JSON.stringify((await app.call('get-data', { token })).body);
    expect(seen).toContain(waiting.code);
    expect(seen).not.toContain('Friday');
    expect((await support.browser.call('order-note-write', write(''))).body.errors).toHaveProperty('body');
    await support.browser.done('order-note-remove', { code: waiting.code, note: notes[0].id });
    const again = await support.browser.call('order-note-remove', { code: waiting.code, note: notes[0].id });
    expect([again.status, (await notesOf(waiting.code)).length]).toEqual([404, 1]);
    const elsewhere = await support.browser.call('order-note-remove', { code: paid.code, note: notes[1].id });
    expect(elsewhere.status).toBe(404);
  });

  test('is deleted with the customer’s data, after which none can be written', async () => {
    await app.db.run(`update orders set customer_email = '', customer_name = '' where code = $1`, [waiting.code]);
    await deleteNotesOfErasedCustomers(app.db, 100);
    expect(await notesOf(waiting.code)).toEqual([]);
    expect((await support.browser.call('order-note-write', write('Too late.'))).status).toBe(409);
  });
});

test('an unknown order is not found', async () => {
  expect((await support.browser.call('order-open', { code: 'SLK-NOBODY' })).status).toBe(404);
});

test('a note reminds staff from its day on, until somebody moves or ends the reminder', async () => {
  const timezone = 'Europe/Amsterdam';
  const dayIn = (days: number) => isoDay(daysAfter(localDay(app.clock.now(), timezone), days));
  const code = paid.code;
  const note = { code, body: 'Call back about the seats.', is_pinned: false };
  const remindersIn = async (person: OfficePerson) =>
    (await person.browser.done('inbox')).matters.filter(({ kind }: { kind: string }) => kind === 'order_reminder');
  const [yesterday, tomorrow] = [dayIn(-1), dayIn(1)];
  const past = await support.browser.call('order-note-write', { ...note, remind_on: yesterday });
  expect(past.body.errors).toHaveProperty('remind_on');
  await support.browser.done('order-note-write', { ...note, remind_on: tomorrow });
  expect(await remindersIn(support)).toEqual([]);

  const midnight = new Date(edgeOfTypedDay(tomorrow, timezone, 0)!);
  await app.travel(midnight.getTime() - app.clock.now().getTime());
  const [one, other, finance] = [
    await givenPerson(app, 'One', ['support']),
    await givenPerson(app, 'Other', ['manager']),
    await givenPerson(app, 'The money', ['finance']),
  ];
  const [due] = await remindersIn(one);
  expect(due).toMatchObject({
    order: code,
    since: midnight.toISOString(),
    facts: { from: 'The support', detail: 'Call back about the seats.', day: tomorrow },
  });
  expect(await remindersIn(finance)).toEqual([]);
  const lines = (await openMatterLines(app.db, app.clock.now())).filter((line) => line.includes('reminder'));
  expect(lines).toEqual([`a note on order ${code} has a reminder that is due`]);

  const set = { code, note: Number(due.facts.id), was: tomorrow };
  const wrong = await one.browser.call('order-reminder-set', { ...set, remind_on: yesterday });
  expect(wrong.body.errors).toHaveProperty('remind_on');
  const later = dayIn(7);
  await one.browser.done('order-reminder-set', { ...set, remind_on: later });
  expect(await remindersIn(other)).toEqual([]);
  // The other person's page still shows the old reminder.
  expect((await other.browser.call('order-reminder-set', { ...set, remind_on: '' })).status).toBe(409);
  await other.browser.done('order-reminder-set', { ...set, was: later, remind_on: '' });
  expect((await entriesOf(code, 'action', one)).slice(0, 2)).toMatchObject([
    { action: 'order.reminder_ended', by: 'Other' },
    { action: 'order.reminder_set', by: 'One', details: { day: later } },
  ]);
  expect(await entriesOf(code, 'note', one)).toMatchObject([{ body: 'Call back about the seats.', remind_on: null }]);
});
