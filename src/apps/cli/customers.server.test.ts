import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { recordTransfer, settleProblem, settleReceipt } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { keyFrom } from '#platform/config/secret-key.ts';
import { COMMAND_SECRET, type CommandAnswer, runShop } from '../../../test/support/command-line.ts';
import { operatorOf } from '../../../test/support/operator.ts';
import { columnsWith } from '../../../test/support/personal-columns.ts';
import { accountOf, order, purchase } from '../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';

const DAY = 24 * 60 * 60_000;
const ADA = 'ada@canary.example';
/** Holds a ticket in Ada's order, without an account. */
const HOLDER = 'hanna@canary.example';

let app: ShopApp;
let token: string;
let paid: Order;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-customers-'));
  app = await givenShopApp({ secretKey: keyFrom(COMMAND_SECRET) });
  token = await accountOf(app, ADA, 'Ada Canary');
  paid = await purchase(app, token, ['sandlark-pass', 'poster-a2']);
  await app.settle();
  const [ticket] = paid.tickets;
  const change = {
    token,
    order_id: paid.code,
    code: ticket!.code,
    full_name: 'Hanna Canary',
    email: HOLDER,
    age: '25-34',
  };
  expect((await app.call('change-ticket', { ...change, note: 'For Hanna Canary', reassign: false })).status).toBe(200);
  await app.settle();
});
beforeEach(() => app.db.run('delete from rate_limits'));
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const shop = (...words: string[]): Promise<CommandAnswer> =>
  runShop({ database: app.database, now: app.clock.now() }, 'customers', ...words);
const lastAudit = () => app.db.row('select actor, action, subject, details from audit_log order by id desc limit 1');
const count = async () => (await app.db.row<{ count: number }>('select count(*) as count from audit_log'))!.count;

test('an export has everything that the shop holds about a customer; the audit log has only their id', async () => {
  const file = path.join(folder, 'ada.json');
  const { code, out } = await shop('export', ` ${ADA.toUpperCase()} `, '--out', file, '--as', 'Berta');
  expect([code, out]).toEqual([0, expect.stringContaining(`is in ${file}.`)]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const person = JSON.parse(await readFile(file, 'utf8'));
  expect(person.account).toMatchObject({ full_name: 'Ada Canary', email: ADA, logins: [expect.anything()] });
  expect(person.account).not.toHaveProperty('password_hash');
  expect(person.orders).toMatchObject([
    { code: paid.code, customer_email: ADA, lines: [expect.anything(), expect.anything()] },
  ]);
  expect(person.invoices).toMatchObject([{ buyer: { email: ADA } }]);
  expect(person.tickets).toMatchObject([
    { order: paid.code, full_name: 'Hanna Canary', changes: [{ note: 'For Hanna Canary' }] },
  ]);
  expect(person.mails.map((mail: { kind: string }) => mail.kind)).toContain('payment-received');
  expect(await lastAudit()).toMatchObject({
    actor: 'Berta',
    action: 'customer.exported',
    subject: expect.stringMatching(/^customer \d+$/),
    details: { orders: 1, tickets: 1 },
  });
});

test('the export of a holder without an account has their ticket in somebody else’s order, and nothing about the buyer', async () => {
  const { code, out } = await shop('export', HOLDER);
  expect(code).toBe(0);
  const person = JSON.parse(out);
  expect(person).toMatchObject({ account: null, orders: [], tickets: [{ order: paid.code, email: HOLDER }] });
  expect(await lastAudit()).toMatchObject({ subject: 'holder without an account' });
});

test.each([
  [['export', 'nobody@example.org'], 'The shop holds nothing about nobody@example.org.'],
  [['erase', 'nobody@example.org', '--yes'], 'The shop holds nothing about nobody@example.org.'],
  [['erase', ADA], 'Add --yes to confirm'],
  [['erase', 'ada', '--yes'], '"ada" is not an email address.'],
  [['export'], 'The email address is missing.'],
])('customers %j is refused, and changes nothing', async (words, message) => {
  const before = await count();
  expect(await shop(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  expect(await count()).toBe(before);
});

test('erasing is refused while an order awaits its money, and the refusal names the order', async () => {
  const { order: open } = await order(app, token, ['saturday'], null, 'bank_transfer');
  const answer = await shop('erase', ADA, '--yes', '--valid-tickets');
  expect(answer).toMatchObject({
    code: 2,
    err: expect.stringContaining(`or a refund: ${open.code}. Resolve them first.`),
  });
  expect(await app.db.row('select full_name from customers where email = $1', [ADA])).toEqual({
    full_name: 'Ada Canary',
  });
  await app.travel(20 * DAY);
});

test('erasing is refused until late money for a cancelled order is settled', async () => {
  const late = 'lars@late.example';
  const { order: ended } = await order(
    app,
    await accountOf(app, late, 'Lars Late'),
    ['saturday'],
    null,
    'bank_transfer',
  );
  await app.travel(20 * DAY);
  const operator = operatorOf(app);
  const now = app.clock.now();
  const short = {
    words: ended.code,
    amount: minor(100),
    transaction: 'late-1',
    receivedAt: now,
    actor: commandLine('tester'),
  };
  const booked = await recordTransfer(operator.transfers, short, now);
  if (!booked.ok) throw new Error(booked.error.kind);
  const request = { code: ended.code, to: 'cancelled', reason: '', actor: commandLine('tester') } as const;
  expect(await settleProblem(operator.orders, request, now)).toMatchObject({ ok: true });
  expect(await shop('erase', late, '--yes')).toMatchObject({ code: 2, err: expect.stringContaining(ended.code) });

  const settled = {
    receiptId: booked.value.receiptId,
    note: 'Sent back',
    isReturned: true,
    actor: commandLine('tester'),
  };
  expect(await settleReceipt(operator.transfers, settled, now)).toMatchObject({ ok: true });
  expect(await shop('erase', late, '--yes')).toMatchObject({ code: 0 });
});

test('erasing leaves no trace of a former holder of a ticket', async () => {
  const former = 'fred@former.example';
  const buyer = await accountOf(app, 'bea@buyer.example', 'Bea Buyer');
  const { code: orderCode, tickets } = await purchase(app, buyer, ['saturday', 'sandlark-pass']);
  const [bought, changed] = tickets;
  await app.settle();
  await app.db.run(
    `update order_lines set full_name = 'Fred Former', email = $2 where id =
    (select order_line_id from tickets where code = $1)`,
    [bought!.code, former],
  );
  const change = { token: buyer, order_id: orderCode, code: changed!.code, age: '25-34', reassign: false };
  const first = await app.call('change-ticket', { ...change, full_name: 'Fred Former', email: former });
  expect(first.status).toBe(200);
  const { code } = (await app.db.row<{ code: string }>('select code from tickets where email = $1', [former]))!;
  const second = { ...change, code, full_name: 'Nora Next', email: 'nora@next.example' };
  expect((await app.call('change-ticket', second)).status).toBe(200);
  await app.settle();

  expect(await shop('erase', former, '--yes')).toMatchObject({ code: 0 });
  // Mails to other people are deleted after `mail_days`.
  expect((await columnsWith(app.db, former)).filter((name) => !name.startsWith('mails.'))).toEqual([]);
  expect((await columnsWith(app.db, 'nora@next.example')).filter((name) => !name.startsWith('mails.'))).toEqual([
    'tickets.email',
  ]);
});

test('erasing is refused while a ticket can still be used, unless --valid-tickets is given', async () => {
  const note = (body: string) =>
    app.db.run(
      `insert into order_notes (order_id, author, body, is_pinned, written_at)
       select id, 'Berta', $2, false, now() from orders where code = $1`,
      [paid.code, body],
    );
  await note('Ms Canary pays the posters on Friday.');
  await note('Hanna cannot come after all.');
  await note('Write to hanna@canary.example instead.');
  const answer = await shop('erase', HOLDER, '--yes');
  expect(answer).toMatchObject({ code: 2, err: expect.stringMatching(/can still be used: \S+ \(.+, order SLK-/) });
  expect((await columnsWith(app.db, HOLDER)).sort()).toContain('tickets.email');

  expect(await shop('erase', HOLDER, '--yes', '--valid-tickets')).toMatchObject({
    code: 0,
    out: expect.stringMatching(`There was no account. Tickets: 1.[^]*please read them: ${paid.code}.`),
  });
  // The buyer did not ask for erasure, so only notes that name the holder count as being about the holder.
  expect(await app.db.rows('select body from order_notes')).toEqual([
    { body: 'Ms Canary pays the posters on Friday.' },
  ]);
  // Ada's own mails mention the ticket that she transferred; they are deleted with the other mails.
  expect((await columnsWith(app.db, HOLDER)).filter((name) => !name.startsWith('mails.'))).toEqual([]);
  expect(await app.db.row('select customer_name from orders where code = $1', [paid.code])).toEqual({
    customer_name: 'Ada Canary',
  });
  const { code } = (await app.db.row<{ code: string }>(`select code from tickets where email = ''`))!;
  expect((await app.fetch(`/download-ticket/%20/${code}`)).status).toBe(404);
});

test('erasing removes the person from everything except the orders and invoices that the law requires', async () => {
  const { code, out } = await shop('erase', ADA, '--yes', '--valid-tickets', '--as', 'Berta');
  expect([code, out]).toEqual([
    0,
    expect.stringContaining(`keep the customer’s details for invoice_years: ${paid.code}`),
  ]);
  expect(await app.db.rows('select body from order_notes')).toEqual([]);
  expect((await columnsWith(app.db, 'canary')).sort()).toEqual([
    'invoices.content',
    'orders.customer_email',
    'orders.customer_name',
  ]);
  expect(await app.db.rows('select code from orders where customer_email = $1', [ADA])).toEqual([{ code: paid.code }]);
  expect(await lastAudit()).toMatchObject({
    actor: 'Berta',
    action: 'customer.erased',
    details: { orders_kept: 1 },
  });
  expect((await app.call('get-data', { token })).body.data.customer).toBeNull();
  expect((await app.call('login', { email: ADA, password: 'a-long-password-of-mine' })).status).toBe(422);
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);

  // The address may register again and sees nothing of the earlier account.
  const again = await accountOf(app, ADA, 'Ada Canary');
  expect((await app.call('get-data', { token: again })).body.data.orders).toEqual([]);
});
