import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let support: OfficePerson;
let paid: Order;
let waiting: Order;

beforeAll(async () => {
  app = await givenShopApp();
  const mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass']);
  waiting = (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
  await app.settle();
  support = await givenPerson(app, 'The support', ['support']);
});
afterAll(() => app.close());

test('an order is opened by its code, however it was typed, with its items, money and history', async () => {
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
  });
  expect(await support.browser.done('order-open', { code: waiting.code })).toMatchObject({
    status: 'pending',
    paid: 0,
    items: [{ status: null }],
    receipts: [],
  });
});

test('an order’s page has no code that opens the order, a ticket or a payment', async () => {
  const opened = JSON.stringify(await support.browser.done('order-open', { code: paid.code }));
  const secrets = [...paid.tickets.map((ticket) => ticket.code), paid.checksum, paid.payment_checksum];
  expect(secrets.length).toBe(3);
  for (const secret of secrets) expect(opened).not.toContain(secret);
});

describe('a mail of an order', () => {
  const mailsOf = async (code: string) => (await support.browser.done('order-mails', { code })).mails;

  test('is read as it was sent, without links, codes that open something, or tickets', async () => {
    const [mail] = (await mailsOf(paid.code)).filter(({ kind }: { kind: string }) => kind === 'payment-received');
    expect(mail).toMatchObject({ to: 'mila@example.org', status: 'sent', is_readable: true });
    const shown = await support.browser.done('order-mail', { code: paid.code, mail: mail.id });
    expect(shown).toMatchObject({ subject: mail.subject, tickets: 1, carries_secret: true });
    expect(shown.html).not.toMatch(/href=|<script|\sstyle=/);
    for (const secret of [...paid.tickets.map(({ code }) => code), paid.checksum, paid.payment_checksum])
      expect(shown.html).not.toContain(secret);
    const waitingMail = (await mailsOf(waiting.code)).at(-1);
    const ofWaiting = await support.browser.done('order-mail', { code: waiting.code, mail: waitingMail.id });
    expect(ofWaiting.html).not.toContain(waiting.payment_checksum);
    // Another order's mail is not found here.
    expect((await support.browser.call('order-mail', { code: waiting.code, mail: mail.id })).status).toBe(404);
  });

  test('is sent again word for word, and to a stranger only if it opens nothing', async () => {
    const [mail] = (await mailsOf(paid.code)).filter(({ kind }: { kind: string }) => kind === 'payment-received');
    const wish = { code: paid.code, mail: mail.id, to: '' };
    const { preview, outcome } = await support.browser.done('mail-send-again', wish);
    expect(outcome.mails).toEqual([{ kind: 'payment-received', to: 'mila@example.org', subject: mail.subject }]);
    await support.browser.done('mail-send-again', { ...wish, preview });
    expect((await mailsOf(paid.code))[0]).toMatchObject({ subject: mail.subject, status: 'waiting' });
    const errors = async (to: string) => (await support.browser.call('mail-send-again', { ...wish, to })).body.errors;
    expect(await errors('stranger@example.org')).toHaveProperty('to');
    expect(await errors('no address')).toHaveProperty('to');

    await app.db.run(`update mails set attachments = '[]', html = '<p>Cancelled</p>' where id = $1`, [mail.id]);
    const elsewhere = { ...wish, to: 'stranger@example.org' };
    const seen = await support.browser.done('mail-send-again', elsewhere);
    await support.browser.done('mail-send-again', { ...elsewhere, preview: seen.preview });
    const entry = await app.db.row(
      `select log.details, private.after from audit_log log join audit_private private on private.audit_id = log.id
       where log.action = 'order.mailed_again' order by log.id desc limit 1`,
    );
    expect(entry).toEqual({
      details: { kinds: ['payment-received'], elsewhere: true },
      after: { to: 'stranger@example.org' },
    });
  });

  test('that was deleted after its time is listed without content, and cannot be sent again', async () => {
    const mail = (await mailsOf(waiting.code)).at(-1);
    await app.db.run(
      `update mails set recipient = '', subject = '', html = null, body_text = null, wiped_at = now() where id = $1`,
      [mail.id],
    );
    expect((await mailsOf(waiting.code)).at(-1)).toMatchObject({ to: '', subject: '', is_readable: false });
    const wish = { code: waiting.code, mail: mail.id, to: '' };
    expect((await support.browser.call('mail-send-again', wish)).status).toBe(409);
    expect((await support.browser.call('order-mail', wish)).status).toBe(404);
  });
});

test('an unknown order is not found', async () => {
  expect((await support.browser.call('order-open', { code: 'SLK-NOBODY' })).status).toBe(404);
});
