import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { InvoiceContent } from '#features/invoices/domain/invoice-content.ts';
import type { Order } from '#features/orders/contract.ts';
import { finishRefund, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { operatorOf } from './support/operator.ts';
import { orderNow, pressAt } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* Merchandise is taxed where it is delivered, tickets where the event takes place. The demo taxes tickets at 9 percent
and goods at 21. Here goods are taxed at 19 percent in Germany, and at 25 in Croatia. */

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-taxed-'));
  await cp(path.resolve('demo'), folder, { recursive: true });
  const file = path.join(folder, 'shop.yaml');
  const shop = await readFile(file, 'utf8');
  const changed = shop.replace('  merchandise: 21\n', '  merchandise: { default: 21, DE: 19, HR: 25 }\n');
  expect(changed).not.toBe(shop);
  await writeFile(file, changed);
  const poster = path.join(folder, 'items/14-poster-a2.yaml');
  await writeFile(poster, `${await readFile(poster, 'utf8')}\ntax: { default: 9, DE: 7 }\n`);
  app = await givenShopApp({}, { folder });
  token = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let holders = 0;
async function cartOf(items: readonly string[]): Promise<string> {
  let cart: string | null = null;
  for (const item of items) {
    holders += 1;
    const isGoods = item.startsWith('lark-tee') || item === 'poster-a2';
    const added = await app.call(isGoods ? 'add-merchandise-to-cart' : 'add-product-to-cart', {
      token,
      cart,
      external_code: item,
      full_name: `Holder ${'abcdefghijkl'[holders]}`,
      email: 'holder@example.org',
      age: '25-34',
    });
    expect(added.body.message).toBeUndefined();
    cart = added.body.cart.code;
  }
  return cart!;
}

const invoiceOf = async (cart: string, country: string) =>
  (await app.call('calculate-invoice', { token, cart, country })).body.invoice;

async function buyCart(cart: string, shippingCountry: string): Promise<Order> {
  const { body } = await app.call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: 'credit_card',
      shipping_name: 'Mila Okonkwo',
      shipping_country: shippingCountry,
      shipping_address: address,
      accepted_ts_and_cs: true,
    },
  });
  expect(body.message).toBeUndefined();
  await pressAt(app, body.payment.url, 'paid');
  return await orderNow(app, token, body.order.code);
}

const invoiceContent = async ({ code }: Order) =>
  (await app.db.row<{ content: InvoiceContent }>(
    `select d.content from invoices d join orders o on o.id = d.order_id where o.code = $1 order by d.id desc limit 1`,
    [code],
  ))!.content;

test('another country changes the rate of a shirt, but neither its price nor a ticket’s rate', async () => {
  const cart = await cartOf(['saturday', 'lark-tee-m']);
  const [home, abroad, unnamed, nowhere] = await Promise.all(['NL', 'DE', 'BE', ''].map((to) => invoiceOf(cart, to)));
  expect(home).toMatchObject({ tax: { 9: 628, 21: 486 }, items_total_without_tax: { 9: 6_972, 21: 2_314 } });
  expect(abroad).toMatchObject({ tax: { 9: 628, 19: 447 }, items_total_without_tax: { 9: 6_972, 19: 2_353 } });
  expect(unnamed.tax).toEqual(home.tax);
  expect(nowhere.tax).toEqual(home.tax);
  expect(home.total - home.shipping.price).toBe(abroad.total - abroad.shipping.price);
});

test('the country also changes the rate of merchandise with its own rate', async () => {
  const cart = await cartOf(['poster-a2', 'lark-tee-m']);
  expect(Object.keys((await invoiceOf(cart, 'NL')).tax)).toEqual(['9', '21']);
  expect(Object.keys((await invoiceOf(cart, 'DE')).tax)).toEqual(['7', '19']);
  // The shop's rates by country do not apply to an item with its own.
  expect(Object.keys((await invoiceOf(cart, 'HR')).tax)).toEqual(['9', '25']);
});

test('lines, bookings, invoice, credit note and shipping of an order to Croatia have its rate', async () => {
  const order = await buyCart(await cartOf(['saturday', 'lark-tee-m']), 'HR');
  const lines = await app.db.rows(
    `select l.kind, l.tax_basis_points as rate from order_lines l join orders o on o.id = l.order_id
     where o.code = $1 order by l.position`,
    [order.code],
  );
  expect(lines).toEqual([
    { kind: 'tickets', rate: 900 },
    { kind: 'merchandise', rate: 2_500 },
  ]);
  const taxes = await app.db.rows(
    `select e.tax_basis_points as rate, -sum(e.amount)::float8 as amount
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id join orders o on o.id = t.order_id
     where o.code = $1 and e.account = 'tax' group by e.tax_basis_points order by e.tax_basis_points`,
    [order.code],
  );
  // 28.00, and 14.50 for shipping, a fifth of which is tax.
  expect(taxes).toEqual([
    { rate: 900, amount: 628 },
    { rate: 2_500, amount: 850 },
  ]);
  const { rates, rows } = await invoiceContent(order);
  expect(rates).toEqual([
    expect.objectContaining({ rate: '9', gross: 7_600, tax: 628 }),
    expect.objectContaining({ rate: '25', gross: 4_250, net: 3_400, tax: 850 }),
  ]);
  expect(rows.map(({ kind, taxBasisPoints }) => [kind, taxBasisPoints])).toEqual([
    ['item', 900],
    ['item', 2_500],
    ['shipping', 2_500],
  ]);

  const { body } = await app.call('request-refund', {
    token,
    order_id: order.id,
    merchandise: order.merchandisePurchases.map(({ code }) => code).join(','),
    tickets: '',
    ...bankOnWire,
  });
  expect(body.message).toBeUndefined();
  const request = { code: body.refund_id, actor: commandLine('tester') };
  const { refunds } = operatorOf(app).parts;
  expect(await startRefund(refunds, request, app.clock.now())).toMatchObject({ ok: true });
  expect(await finishRefund(refunds, request, app.clock.now())).toMatchObject({ ok: true });
  const note = await invoiceContent(order);
  expect(note.series).toBe('credit_note');
  expect(note.rates.map(({ rate }) => rate)).toEqual(['25']);
});

test('an order keeps its rates when those of the shop folder change', async () => {
  const order = await buyCart(await cartOf(['lark-tee-m']), 'DE');
  await app.db.run(
    `update shop_items set details = details || '{"taxByCountry": {"DE": 2000}}' where kind = 'merchandise'`,
  );
  expect((await invoiceContent(order)).rates.map(({ rate }) => rate)).toEqual(['19']);
});
