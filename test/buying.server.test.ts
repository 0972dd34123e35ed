import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomerWithPassword } from '#features/customers/server/public.ts';
import { auditMoney } from '#features/desk/server/public.ts';
import { invoicePath } from '#features/shop-config/domain/invoice-path.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { ticketPath } from '#features/tickets/domain/ticket-path.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { sharedPasswords } from '#platform/secrets/passwords.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(async () => {
  // After all tests, money and stock must add up.
  expect((await auditMoney(app.db)).findings).toEqual([]);
  expect(await recountStock(app.db, app.clock.now())).toEqual([]);
  await app.close();
});

let holders = 0;
async function cartWith(...codes: string[]): Promise<string> {
  let cart: string | null = null;
  for (const external_code of codes) {
    holders += 1;
    const isTee = external_code.startsWith('lark-tee') || external_code === 'poster-a2';
    const { status, body } = await app.call(isTee ? 'add-merchandise-to-cart' : 'add-product-to-cart', {
      token,
      cart,
      external_code,
      full_name: `Holder ${String.fromCharCode(65 + (holders % 26))} ${'x'.repeat(1 + Math.floor(holders / 26))}`,
      email: 'holder@example.org',
      age: external_code.startsWith('coach') ? null : '25-34',
    });
    expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
    cart = body.cart.code;
  }
  return cart as string;
}

const checkout = (cart: string, changes: Record<string, unknown> = {}, order: Record<string, unknown> = {}) =>
  app.call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'credit_card',
      shipping_name: 'Mila Okonkwo',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
      ...order,
    },
    voucher_code: null,
    ...changes,
  });

/** Loads the order's current state. */
async function orderNow(code: string) {
  const { body } = await app.call('get-data', { token });
  return body.data.orders.find((order: { code: string }) => order.code === code);
}

/** Presses a button on the sandbox's page and returns the browser's last address. */
async function press(url: string, outcome: string): Promise<string> {
  const page = new URL(url);
  const pressed = await app.fetch(page.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }),
  });
  expect(pressed.status).toBe(303);
  const back = await app.fetch(new URL(pressed.headers.get('location') as string).pathname);
  expect(back.status).toBe(303);
  return back.headers.get('location') as string;
}

describe('a card order', () => {
  test('is paid and issued after a successful payment, and the browser goes to the confirmation', async () => {
    const { status, body } = await checkout(await cartWith('saturday'));
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ payment_status: 'pending', total_price: 7600, payment_method: 'credit_card' });
    expect(body.payment.action).toBe('redirect');
    expect(await press(body.payment.url, 'paid')).toBe(`/portal/orders/${body.order.code}/confirmation`);
    await app.settle();
    const order = await orderNow(body.order.code);
    expect(order).toMatchObject({ payment_status: 'paid', total_paid: 7600, cartProducts: [] });
    expect(order.tickets).toHaveLength(1);
    expect(order.tickets[0]).toMatchObject({ status: 'active', pending: false, allow_download: true });
    expect(order.payments).toMatchObject([{ payment_status: 'paid', paid_amount: 7600, attempt: 1 }]);
    const mails = (await app.mails()).filter((mail) => mail.subject.includes(order.code));
    expect(mails.map((mail) => mail.kind)).toEqual(['order-received', 'payment-received']);
    expect(mails[1]!.body_text).toMatch(new RegExp(`Show your ticket:\\s+http\\S+/portal/tickets/${order.code}\\s`));
  });

  test.each(['declined', 'cancelled'])(
    '%s at the gateway: the browser returns to the payment page, and the customer can pay again',
    async (outcome) => {
      const { body } = await checkout(await cartWith('saturday'));
      const { code, payment_checksum: checksum, payments } = body.order;
      const path = await press(body.payment.url, outcome);
      expect(path).toBe(`/payment-plan-payment/${code}/${checksum}/${payments[0].reference}`);
      const link = { order: code, checksum, reference: payments[0].reference };
      const seen = await app.call('get-payment-plan-order-payment', link);
      expect(seen.body.payment).toMatchObject({ payment_status: 'pending', attempt: 1, due: true, overdue: false });
      // Other people may have the link, so it must not show the ticket's code, which opens the document.
      expect(seen.body.order).toMatchObject({ code, tickets: [], cartProducts: [], merchandisePurchases: [] });
      const again = await app.call('pay-payment-plan-order-payment', link);
      expect(again.body.payment.action).toBe('redirect');
      await press(again.body.payment.url, 'paid');
      expect(await orderNow(code)).toMatchObject({ payment_status: 'paid', payments: [{ attempt: 2 }] });
    },
  );

  test('paid with a delay is processing for a minute, and then paid', async () => {
    const { body } = await checkout(await cartWith('saturday'));
    await press(body.payment.url, 'delayed');
    await app.settle();
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'processing' });
    await app.travel(59_000);
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'processing' });
    await app.travel(2_000);
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'paid' });
  });

  test('whose callback is lost while the browser never returns is found by the status query', async () => {
    const { body } = await checkout(await cartWith('saturday'));
    const pressed = await app.fetch(new URL(body.payment.url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=lost',
    });
    expect(pressed.status).toBe(303);
    await app.settle();
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'pending' });
    await app.travel(3 * MINUTE);
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'paid' });
  });

  test('unpaid for 30 minutes is abandoned, its stock returns to sale, and a mail is sent', async () => {
    const before = await stockOf('lark-lodge');
    const { body } = await checkout(await cartWith('lark-lodge'));
    expect(await stockOf('lark-lodge')).toBe(before - 1);
    await app.travel(29 * MINUTE);
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'pending' });
    await app.travel(MINUTE + 1);
    expect(await orderNow(body.order.code)).toMatchObject({
      payment_status: 'abandoned',
      payments: [{ payment_status: 'cancelled' }],
    });
    expect(await stockOf('lark-lodge')).toBe(before);
    expect((await app.mails()).at(-1)).toMatchObject({ kind: 'order-abandoned' });
    const link = { order: body.order.code, checksum: body.order.checksum, reference: body.order.payments[0].reference };
    expect((await app.call('pay-payment-plan-order-payment', link)).status).toBe(409);
  });

  test('with the maximum number of attempts refuses the next; the customer is asked to contact us', async () => {
    const { body } = await checkout(await cartWith('saturday'));
    const link = { order: body.order.code, checksum: body.order.checksum, reference: body.order.payments[0].reference };
    await press(body.payment.url, 'declined');
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      const again = await app.call('pay-payment-plan-order-payment', link);
      expect(again.status).toBe(200);
      await press(again.body.payment.url, 'declined');
    }
    const refused = await app.call('pay-payment-plan-order-payment', link);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('Please contact us immediately before making another payment attempt.');
  });

  test('takes no more money on an open payment page once another attempt starts', async () => {
    const { body } = await checkout(await cartWith('saturday'));
    const link = { order: body.order.code, checksum: body.order.checksum, reference: body.order.payments[0].reference };
    const again = await app.call('pay-payment-plan-order-payment', link);
    await press(body.payment.url, 'paid');
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'pending' });
    await press(again.body.payment.url, 'paid');
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'paid', total_paid: 7600 });
  });
});

describe('one cart becomes one order', () => {
  test('many parallel checkouts of one cart give one order, one attempt and one answer', async () => {
    const cart = await cartWith('saturday');
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkout(cart)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map((answer) => answer.body.order.code)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.body.payment?.url)).size).toBe(1);
    expect(await orderNow(answers[0]?.body.order.code)).toMatchObject({ payments: [{ attempt: 1 }] });
  });

  test('a cart that has become an order can no longer be used as a cart', async () => {
    const cart = await cartWith('saturday');
    await checkout(cart);
    expect((await app.call('get-cart', { token, cart })).status).toBe(410);
  });

  test('reading or checking out another customer’s cart returns 404', async () => {
    const cart = await cartWith('saturday');
    const stranger = { email: 'ada@example.org', fullName: 'Ada Lovelace', password: 'a-password-of-ada' };
    await createCustomerWithPassword(app.db, stranger, sharedPasswords(), app.clock.now());
    const login = await app.call('login', { email: stranger.email, password: stranger.password });
    const theirs = { token: login.body.remember_token };
    expect((await app.call('get-cart', { ...theirs, cart })).status).toBe(404);
    expect((await checkout(cart, theirs)).status).toBe(404);
    expect((await checkout(cart, { token: null })).status).toBe(401);
    expect((await checkout(cart)).status).toBe(200);
  });
});

describe('a bank transfer', () => {
  test('gets a mail with amount and code, and is cancelled after 9 days without payment', async () => {
    const { body } = await checkout(await cartWith('saturday'), {}, { payment_method: 'bank_transfer' });
    expect(body.payment).toBeNull();
    expect(body.order).toMatchObject({ payment_status: 'pending', payment_method: 'bank_transfer' });
    const mail = (await app.mails()).findLast((one) => one.kind === 'order-received');
    expect(mail?.body_text).toContain('€76.00');
    expect(mail?.body_text).toContain(body.order.code);
    await app.travel(9 * DAY - MINUTE);
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'pending' });
    await app.travel(MINUTE + 1);
    expect(await orderNow(body.order.code)).toMatchObject({ payment_status: 'cancelled' });
    expect((await app.mails()).at(-1)).toMatchObject({ kind: 'order-cancelled' });
  });

  test('is refused for a country without bank transfer', async () => {
    const answer = await checkout(
      await cartWith('saturday'),
      { customer: { country: 'ES', address } },
      { payment_method: 'bank_transfer' },
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors.payment_method).toBeDefined();
  });
});

describe('vouchers', () => {
  test('an order that a voucher covers fully is paid immediately, and its tickets are issued', async () => {
    const { body } = await checkout(await cartWith('saturday', 'lark-tee-m'), { voucher_code: 'fullhouse' });
    expect(body.payment).toBeNull();
    expect(body.order).toMatchObject({
      payment_method: 'voucher',
      payment_status: 'paid',
      total_price: 0,
      payments: [],
    });
    expect(body.order.tickets).toHaveLength(1);
    expect(body.order.merchandisePurchases).toHaveLength(1);
  });

  test('a voucher lowers the total by its part; an abandoned order does not count as a use', async () => {
    const { body } = await checkout(await cartWith('saturday'), { voucher_code: 'LARK20' });
    expect(body.order).toMatchObject({ total_price: 5600, discount_amount: 2000 });
    await app.travel(31 * MINUTE);
    const row = await app.db.row<{ uses: number }>(`select uses from vouchers where code_key = 'LARK20'`);
    expect(row?.uses).toBe(0);
  });

  test('an unknown voucher code orders nothing and keeps the cart', async () => {
    const cart = await cartWith('saturday');
    const answer = await checkout(cart, { voucher_code: 'NOPE' });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('Invalid or expired voucher code.');
    expect((await app.call('get-cart', { token, cart })).status).toBe(200);
  });
});

describe('a payment plan', () => {
  test('is partial with a pending ticket after the first payment, and complete after all', async () => {
    const { body } = await checkout(await cartWith('sandlark-pass-plan'));
    expect(body.order.has_payment_plan).toBe(true);
    expect(body.order.payments.map((one: { amount: number }) => one.amount)).toEqual([5450, 4800, 4800, 4800]);
    await press(body.payment.url, 'paid');
    await app.settle();
    const order = await orderNow(body.order.code);
    expect(order).toMatchObject({ payment_status: 'partial', total_paid: 5450 });
    expect(order.tickets).toMatchObject([{ pending: true, allow_download: false }]);
    for (const payment of order.payments.slice(1)) {
      const link = { order: order.code, checksum: order.checksum, reference: payment.reference };
      const started = await app.call('pay-payment-plan-order-payment', link);
      await press(started.body.payment.url, 'paid');
    }
    await app.settle();
    const done = await orderNow(body.order.code);
    expect(done).toMatchObject({ payment_status: 'paid', total_paid: 19850 });
    expect(done.tickets).toMatchObject([{ pending: false, allow_download: true }]);
  });

  test('refuses a voucher', async () => {
    const answer = await checkout(await cartWith('sandlark-pass-plan'), { voucher_code: 'LARK20' });
    expect(answer.status).toBe(422);
  });
});

test('the day of a day ticket and the dates of a pass are on their tickets and invoice', async () => {
  const { body } = await checkout(await cartWith('saturday', 'sandlark-pass'));
  await press(body.payment.url, 'paid');
  const order = await orderNow(body.order.code);
  const textOfPdf = async (path: string): Promise<string> =>
    readPdf(Buffer.from(await (await app.fetch(path)).arrayBuffer()))
      .structure.map(({ text }) => text)
      .join('\n');
  const ticketText = (at: number) => textOfPdf(ticketPath(order.tickets[at].email, order.tickets[at].code));
  const wholeFestival = /Thursday,? 22( July)?.{1,3}Sunday,? 25 July 2027/;
  const saturday = /Saturday,? 24 July 2027/;
  expect(await ticketText(0)).toMatch(saturday);
  expect(await ticketText(0)).not.toMatch(wholeFestival);
  expect(await ticketText(1)).toMatch(wholeFestival);
  const invoice = await textOfPdf(invoicePath(order.code, order.checksum));
  expect(invoice).toMatch(saturday);
  expect(invoice).toMatch(wholeFestival);
});

test('the ticket and invoice of a coach show its departure, and not the days of the festival', async () => {
  const { body } = await checkout(await cartWith('coach-brussels'));
  await press(body.payment.url, 'paid');
  const order = await orderNow(body.order.code);
  const [ticket] = order.tickets;
  for (const path of [ticketPath(ticket.email, ticket.code), invoicePath(order.code, order.checksum)]) {
    const pdf = await readPdf(Buffer.from(await (await app.fetch(path)).arrayBuffer()));
    const words = pdf.structure.map(({ text }) => text).join('\n');
    expect(words).toMatch(/Thursday,? 22 July 2027, 10:15/);
    expect(words).not.toContain('25 July 2027');
  }
});

describe('merchandise', () => {
  test('adds shipping for a country that we ship to, and refuses the order for another', async () => {
    const cart = await cartWith('lark-tee-m');
    const refused = await checkout(cart, {}, { shipping_country: 'GB' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.shipping_country).toEqual(['We are currently unable to ship to your country.']);
    const { body } = await checkout(cart);
    expect(body.order).toMatchObject({ shipping_amount: 650, total_price: 3450 });
  });
});

async function stockOf(code: string): Promise<number> {
  const { body } = await app.call('get-shop-item', { external_code: code });
  return body.item.stock_level;
}
