import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { app, auditOf, folder, givenCommandShop, mila, shop } from '../../../test/support/command-shop.ts';
import { order as placeCardOrder, pressAt, purchase } from '../../../test/support/purchase.ts';

givenCommandShop();
const counts = async () =>
  app.db.row(
    `select (select count(*) from orders) as orders, (select count(*) from carts) as carts, (select count(*) from mails) as mails,
       (select count(*) from customers) as customers, (select count(*) from stock_units) as units,
       (select count(*) from audit_log) as audited`,
  );

const ADDRESS = '{ street: Zandpad 12, postal_code: 4325 AB, city: Noorderzand }';
async function fileWith(...lines: string[]): Promise<string> {
  const file = path.join(folder, 'order.yaml');
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}
const forAda = (...lines: string[]) =>
  fileWith(
    'customer: { email: ada@example.org, full_name: Ada Lovelace }',
    'channel: phone',
    'payment_method: bank_transfer',
    'country: NL',
    `address: ${ADDRESS}`,
    ...lines,
  );
const saturday = (name: string) => `  - { item: saturday, full_name: ${name}, email: guest@example.org, age: 25-34 }`;

describe('an order for a customer', () => {
  test('has its channel, a new account, open terms, and the mails that follow', async () => {
    const file = await forAda(
      'items:',
      '  - { item: sandlark-pass, full_name: Ada Lovelace, age: 35-49 }',
      '  - { item: coach-amsterdam, full_name: Ada Lovelace, departure: friday-morning }',
      '  - { item: poster-a2, quantity: 2 }',
    );
    const { code, out, err } = await shop('orders', 'create', file, '--as', 'Berta');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const placed = /^Order (SLK-\w{6}) is placed: €293.50, pending\.$/m.exec(out)!;
    expect(out).toContain('An account was created for ada@example.org');
    expect(out).toContain('The Terms and Conditions have not been accepted');
    const [order] = await app.db.rows<Record<string, unknown>>('select * from orders where code = $1', [placed[1]]);
    expect(order).toMatchObject({
      channel: 'phone',
      payment_method: 'bank_transfer',
      customer_name: 'Ada Lovelace',
      total_price: 29_350,
      shipping_country: 'NL',
      terms_accepted_at: null,
    });
    const mails = (await app.mails()).filter((mail) => mail.recipient === 'ada@example.org');
    expect(mails.map((mail) => mail.kind).sort()).toEqual(['invitation', 'order-received', 'terms-to-accept']);
    expect(mails.find((mail) => mail.kind === 'terms-to-accept')!.body_text).toContain(`/accept-tcs/${placed[1]}/`);
    expect(await auditOf(placed[1]!)).toEqual([{ actor: 'Berta', action: 'order.created' }]);
  });

  test('keeps an existing account; accepted terms and a voucher that covers everything make it paid immediately', async () => {
    const before = await counts();
    const file = await forAda('voucher: fullhouse', 'terms_accepted: true', 'items:', saturday('Second Guest'));
    const { code, out } = await shop('orders', 'create', file);
    expect(code).toBe(0);
    expect(out).toMatch(/^Order SLK-\w{6} is placed: €0.00, paid\.$/m);
    expect(out).not.toContain('account');
    expect((await counts())!.customers).toBe(before!.customers);
    const [order] = await app.db.rows<Record<string, unknown>>(
      'select terms_accepted_via, payment_status from orders order by id desc limit 1',
    );
    expect(order).toEqual({ terms_accepted_via: 'phone', payment_status: 'paid' });
  });

  test('by card starts no payment; its mail has the link to pay', async () => {
    const file = await fileWith(
      'customer: { email: mila@example.org, full_name: Somebody Else }',
      'channel: box_office',
      'payment_method: credit_card',
      'country: NL',
      `address: ${ADDRESS}`,
      'items:',
      saturday('Third Guest'),
    );
    const { out } = await shop('orders', 'create', file);
    const code = /SLK-\w{6}/.exec(out)![0];
    expect(out).toContain('Awaiting a card payment');
    const mail = (await app.mails()).find((one) => one.kind === 'order-received' && one.subject.includes(code))!;
    expect(mail.body_text).toContain('Please pay it here by card.');
    expect(mail.body_text).toContain(`/payment-plan-payment/${code}/`);
    expect(await app.db.rows('select 1 from payment_attempts')).toEqual([]);
    // The account keeps its own name.
    expect(await app.db.row('select customer_name from orders where code = $1', [code])).toEqual({
      customer_name: 'Mila Okonkwo',
    });
  });

  test.each([
    [
      'an item that is sold out',
      ['items:', '  - { item: sunday, full_name: A Guest, age: 25-34 }'],
      'Item 1, sunday: Sorry, this item is sold out.',
    ],
    [
      'an unknown item',
      ['items:', saturday('A Guest'), '  - { item: nothing }'],
      'Item 2, nothing: This item is not on sale.',
    ],
    [
      'a holder without an age',
      ['items:', '  - { item: saturday, full_name: A Guest }'],
      'age: Please choose the age range',
    ],
    [
      'a departure that does not exist',
      ['items:', '  - { item: coach-amsterdam, full_name: A Guest, departure: never }'],
      'transport_time_id: Please choose your travel date and time.',
    ],
    ['the same holder twice', ['items:', saturday('A Guest'), saturday('a guest')], 'already exists for a guest'],
    [
      'more than the limit',
      [
        'items:',
        ...Array.from({ length: 2 }, (_, index) => `  - { item: lark-lodge, full_name: Guest ${'ab'[index]} }`),
      ],
      'up to 1',
    ],
    ['an unknown voucher', ['voucher: NOPE', 'items:', saturday('A Guest')], 'The voucher is invalid'],
    [
      'an incomplete shipping address',
      ['shipping: { country: NL, address: {} }', 'items:', '  - { item: poster-a2 }'],
      'shipping_address',
    ],
  ])('with %s is refused and leaves nothing behind', async (_, lines, message) => {
    const before = await counts();
    const { code, err } = await shop('orders', 'create', await forAda(...lines));
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain('Nothing was changed.');
    expect(await counts()).toEqual(before);
  });

  test('from a wrong file is refused with the line of each mistake', async () => {
    const file = await fileWith('customer: { email: ada, full_name: Ada }', 'chanel: phone', 'country: nl');
    const { code, err } = await shop('orders', 'create', file);
    expect(code).toBe(2);
    for (const mistake of [
      'order.yaml:1: customer.email: expected an email address',
      'order.yaml:2: chanel: there is no such key',
      'order.yaml:3: country: expected a two-letter country code such as NL',
      'items: is missing',
    ]) {
      expect(err).toContain(mistake);
    }
    expect((await shop('orders', 'create', '/nowhere.yaml')).err).toContain('cannot be read');
    const web = await fileWithChannel('web');
    expect((await shop('orders', 'create', web)).err).toContain('channel must be one of box_office, phone.');
  });

  const fileWithChannel = (channel: string) =>
    fileWith(
      'customer: { email: ada@example.org, full_name: Ada Lovelace }',
      `channel: ${channel}`,
      'country: NL',
      `address: ${ADDRESS}`,
      'items:',
      saturday('A Guest'),
    );
});

describe('looking at orders', () => {
  test('lists them by status, day and customer, as a table and as JSON', async () => {
    const paid = await purchase(app, mila, ['saturday']);
    const { order: open } = await placeCardOrder(app, mila, ['saturday']);
    const all = await shop('orders', 'list');
    expect(all.code).toBe(0);
    expect(all.out).toMatch(
      new RegExp(`^${paid.code} +2026-11-20 11:00  paid +credit_card +web +€76.00 +€76.00 +1  Mila`, 'm'),
    );
    expect(all.out).toContain(open.code);
    const onlyPaid = JSON.parse(
      (await shop('orders', 'list', '--status', 'paid', '--email', 'MILA@example.org', '--json')).out,
    );
    expect(onlyPaid.map((order: { code: string }) => order.code)).toContain(paid.code);
    expect(onlyPaid.every((order: { payment_status: string }) => order.payment_status === 'paid')).toBe(true);
    const published = [
      'code',
      'created_at',
      'channel',
      'payment_method',
      'payment_status',
      'total_price',
      'total_paid',
    ];
    expect(Object.keys(onlyPaid[0])).toEqual([
      ...published,
      'total_refunded',
      'customer_name',
      'customer_email',
      'items',
    ]);
    expect((await shop('orders', 'list', '--since', '2026-11-21')).out).toBe('No orders.\n');
    expect(
      (await shop('orders', 'list', '--limit', '1')).out.split('\n').filter((line) => line.startsWith('SLK')).length,
    ).toBe(1);
  });

  test('shows one with everything about it, and no checksum', async () => {
    const order = await purchase(app, mila, ['saturday', 'poster-a2']);
    const { out } = await shop('orders', 'show', order.code.toLowerCase());
    for (const text of [
      'Mila Okonkwo <mila@example.org>',
      'via Web shop',
      'Saturday day ticket',
      'Shipping',
      `${order.code}-1`,
      'Money received',
      'sandbox',
    ]) {
      expect(out).toContain(text);
    }
    expect((await shop('orders', 'show', order.code.slice(4).toLowerCase())).out).toBe(out);
    const json = await shop('orders', 'show', order.code, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ code: order.code, customer: { email: 'mila@example.org' } });
    expect(out + json.out).not.toContain(order.checksum);
    expect(await shop('orders', 'show', 'SLK-NOBODY')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no order SLK-NOBODY.'),
    });
  });

  test('shows the card of a plan, and whether it is charged', async () => {
    const { order, url } = await placeCardOrder(app, mila, ['sandlark-pass-plan'], null, 'credit_card', {
      savesCard: true,
    });
    await pressAt(app, url!, 'paid');
    await app.settle();
    const shown = async () => (await shop('orders', 'show', order.code)).out;
    expect(await shown()).toMatch(/\nCard +Sandbox •••• 4242, expires \d+\/\d{4}, charged for the later instalments\n/);
    expect((await app.call('remove-saved-card', { token: mila, order: order.code })).status).toBe(200);
    expect(await shown()).not.toContain('4242');
  });
});

test('resends chosen emails word for word, elsewhere only with a reason and if they open nothing', async () => {
  const paid = await purchase(app, mila, ['saturday']);
  await app.settle();
  const { out } = await shop('orders', 'emails', paid.code);
  const [, id] = new RegExp(`^ *(\\d+)  .*mila@example.org  .*${paid.code}`, 'm').exec(out)!;
  const resend = (...words: string[]) => shop('orders', 'resend', paid.code, '--email', id!, ...words);
  expect((await resend()).out).toBe('One email will be sent again to mila@example.org.\n');
  const elsewhere = ['--to', 'stranger@example.org', '--reason', 'She moved.'];
  expect(await resend(...elsewhere)).toMatchObject({
    code: 2,
    err: expect.stringContaining('gives access to the order'),
  });
  await app.db.run(`update mails set attachments = '[]', html = '<p>Paid</p>' where id = $1`, [id]);
  expect(await resend(...elsewhere.slice(0, 2))).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
  expect((await resend(...elsewhere)).out).toBe('One email will be sent again to stranger@example.org.\n');
  expect((await shop('orders', 'resend', paid.code, '--email', '999999')).err).toContain('see "orders emails"');
  const [entry] = await app.db.rows('select details from audit_log where subject = $1 order by id desc limit 1', [
    paid.code,
  ]);
  expect(entry).toEqual({ details: { kinds: ['payment-received'], elsewhere: true, reason: 'She moved.' } });
});

test('resends the mail that fits the order: how to pay, then the tickets, then the cancellation', async () => {
  const { order } = await placeCardOrder(app, mila, ['saturday']);
  expect((await shop('orders', 'resend', order.code)).out).toContain('what was ordered, and how to pay');
  const paid = await purchase(app, mila, ['saturday']);
  expect((await shop('orders', 'resend', paid.code)).out).toBe(
    'One email will be sent to mila@example.org: payment received, with the tickets that can be used.\n',
  );
  expect((await shop('orders', 'resend', paid.code)).code).toBe(0);
  const again = (await app.mails()).filter(
    (mail) => mail.subject.includes(paid.code) && mail.kind === 'payment-received',
  );
  expect(again).toHaveLength(3);
  const attached = await app.db.rows<{ attachments: unknown[] }>(
    `select attachments from mails where kind = 'payment-received' and subject like '%' || $1 || '%'`,
    [paid.code],
  );
  for (const { attachments } of attached)
    expect(attachments).toEqual([{ kind: 'ticket', code: paid.tickets[0]!.code }]);
  await shop('orders', 'cancel', order.code);
  expect((await shop('orders', 'resend', order.code)).out).toContain('order cancelled');
  const { out } = await shop('orders', 'show', order.code.replace('-', ' ').toLowerCase());
  expect(out).toMatch(/box-office +mailed again +kinds order-received\n/);
  expect(out).toMatch(/box-office +cancelled +from pending\n/);
  expect((await auditOf(order.code)).map(({ action }) => action)).toEqual([
    'order.mailed_again',
    'order.cancelled',
    'order.mailed_again',
  ]);
});

test('the mail about a plan with a paid instalment says when the next is due, not that a card failed', async () => {
  const plan = await purchase(app, mila, ['sandlark-pass-plan']);
  await shop('orders', 'resend', plan.code);
  const mail = (await app.mails()).filter(({ subject }) => subject === `Your order ${plan.code}`).at(-1)!;
  const words = mail.body_text!.replaceAll(/\s+/g, ' ');
  expect(words).toContain(`We have received €54.50 of €198.50 for your order ${plan.code}.`);
  expect(words).toMatch(/You can pay instalment 2 \(€48\.00, due on \d+ \w+ \d{4}\) here\./);
  expect(words).not.toContain('did not go through');
});

test('cancels an unpaid order, but neither a paid nor an unknown one', async () => {
  const { order } = await placeCardOrder(app, mila, ['saturday']);
  expect(await shop('orders', 'cancel', order.code, '--reason', 'At your request.')).toMatchObject({
    code: 0,
    out: `Order ${order.code} is cancelled and mila@example.org has been notified.\n`,
  });
  const paid = await purchase(app, mila, ['saturday']);
  expect(await shop('orders', 'cancel', paid.code)).toMatchObject({
    code: 2,
    err: `Order ${paid.code} is paid: refund it instead.\nNothing was changed.\n`,
  });
  expect((await shop('orders', 'cancel', 'nobody')).err).toContain('There is no order NOBODY.');
  expect((await shop('orders', 'settle-problem', paid.code, '--to', 'paid')).err).toContain(
    'has no problem: it is paid.',
  );
});

test.each([
  [['orders', 'list', '--status', 'lost'], '--status must be one of pending'],
  [['orders', 'list', '--since', 'soon'], '--since must be a date'],
  [['orders', 'list', '--limit', '0'], '--limit must be a whole number'],
  [['orders', 'list', 'more'], 'Unexpected argument "more".'],
  [['orders', 'list', '--colour'], "Unknown option '--colour'"],
  [['orders', 'show'], 'The order is missing.'],
  [['orders', 'settle-problem', 'SLK-AAAAAA'], '--to is missing'],
  [['orders', 'settle-problem', 'SLK-AAAAAA', '--to', 'pending'], '--to must be one of paid, partial, cancelled'],
  [['orders', 'cancel', 'SLK-AAAAAA', '--as', ' '], '--as must be a name'],
])('%j is refused with the reason and the usage', async (words, message) => {
  const { code, err } = await shop(...words);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toContain(`npm run shop -- ${words[0]} ${words[1]}`);
});
