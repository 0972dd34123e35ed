import { expect } from 'vitest';
import { createCustomerWithPassword } from '#features/customers/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { sharedPasswords } from '#platform/secrets/passwords.ts';
import type { ShopApp } from './shop-app.ts';

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

export async function accountOf(app: ShopApp, email: string, fullName: string): Promise<string> {
  const password = 'a-long-password-of-mine';
  await createCustomerWithPassword(app.db, { email, fullName, password }, sharedPasswords(), app.clock.now());
  const { status, body } = await app.call('login', { email, password });
  expect(status).toBe(200);
  return body.remember_token as string;
}

let holders = 0;
/** Returns a name in letters that no ticket had before. */
const newHolder = () => {
  holders += 1;
  const letters = holders.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return `Holder ${letters}`;
};

/** The catalogue's version in each shop's last answer. As in a browser, the next answer contains only its changes. */
const catalogues = new WeakMap<ShopApp, string>();
const knownTo = (app: ShopApp) => ({ catalogue: 'changes', catalogue_version: catalogues.get(app) });

/** Puts items into a cart and checks out (by card by default). Returns the unpaid order. */
export async function order(
  app: ShopApp,
  token: string,
  items: readonly string[],
  voucher: string | null = null,
  method: 'credit_card' | 'bank_transfer' = 'credit_card',
  { savesCard = false } = {},
) {
  let cart: string | null = null;
  for (const item of items) {
    const isMerchandise = item.startsWith('lark-tee') || item === 'poster-a2';
    const added = await app.call(isMerchandise ? 'add-merchandise-to-cart' : 'add-product-to-cart', {
      token,
      data: 'none',
      cart,
      external_code: item,
      full_name: newHolder(),
      email: 'holder@example.org',
      age: item.startsWith('coach') || item === 'dune-camping' ? null : item === 'under-16-pass' ? '12-15' : '25-34',
    });
    expect(added.body.message).toBeUndefined();
    cart = added.body.cart.code;
  }
  const placed = await app.call('checkout-cart', {
    ...knownTo(app),
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: method,
      shipping_name: 'Mila Okonkwo',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
      save_card: savesCard,
    },
    voucher_code: voucher,
  });
  expect(placed.body.message).toBeUndefined();
  const action = placed.body.payment as PaymentAction | undefined;
  return { order: placed.body.order as Order, url: action?.url, action };
}

/** Presses a button on the sandbox's page and returns to the shop. */
export async function pressAt(app: ShopApp, url: string, outcome: string, card = 'pays'): Promise<void> {
  const pressed = await app.fetch(new URL(url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome, card }),
  });
  expect(pressed.status).toBe(303);
  await app.fetch(new URL(pressed.headers.get('location') as string).pathname);
}

/** Returns the customer's order as it is now. */
export async function orderNow(app: ShopApp, token: string, code: string): Promise<Order> {
  const { body } = await app.call('get-data', { token, ...knownTo(app) });
  catalogues.set(app, body.data.catalogue_version);
  return body.data.orders.find((one: Order) => one.code === code);
}

/** Buys items by card; of a plan, it pays the first payment. Returns the order. */
export async function purchase(app: ShopApp, token: string, items: readonly string[], voucher: string | null = null) {
  const placed = await order(app, token, items, voucher);
  if (placed.url) await pressAt(app, placed.url, 'paid');
  return await orderNow(app, token, placed.order.code);
}

/** Pays the next payment of a plan by card. */
export async function payNext(app: ShopApp, token: string, code: string, outcome = 'paid') {
  const { checksum, payments } = await orderNow(app, token, code);
  const next = payments.find((payment) => payment.payment_status === 'pending')!;
  const started = await app.call('pay-payment-plan-order-payment', {
    order: code,
    checksum,
    reference: next.reference,
  });
  if (started.status === 200) await pressAt(app, started.body.payment.url, outcome);
  return started;
}
