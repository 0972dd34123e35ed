import { callShop, MILA } from '../support/buyer.ts';
import type { ShopProcess } from '../support/server.ts';
import type { Visitor } from './visitor.ts';

/** Adds a ticket for Mila to the cart, from its product's page. */
export async function addTicket(visitor: Visitor): Promise<void> {
  await visitor.press('button', /^Add to cart/);
  await visitor.type(/^Full name/, MILA.name);
  await visitor.type(/^Email/, MILA.email);
  await visitor.choose(/^Age/, /25 to 34/);
  await visitor.press('button', /^Add to cart$/);
  await visitor.untilText(/Item added to cart\./);
}

export async function logIn(visitor: Visitor): Promise<void> {
  await visitor.type(/^Email/, MILA.email);
  await visitor.type(/^Password/, MILA.password);
  await visitor.press('button', /^Login$/);
}

/** Waits for the checkout's form, fills it in, and pays at the sandbox. */
export async function buy(visitor: Visitor): Promise<void> {
  await visitor.untilPath(/^\/checkout/);
  const address = await visitor.until<string>(
    `document.querySelector('[aria-label="Change billing address"]') ? 'line'
      : document.querySelector('form select') ? 'fields' : ''`,
  );
  if (address === 'line') await visitor.press('button', /^Change billing address$/);
  await visitor.choose(/^Country/, /^Netherlands$/);
  await visitor.type(/^Street and number/, 'Zandpad 12');
  await visitor.type(/^Postal code/, '4325 AB');
  await visitor.type(/^City/, 'Noorderzand');
  await visitor.press('checkbox', /^I accept the Terms and Conditions/);
  await visitor.press('button', /^Checkout$/);
  await visitor.untilThere('heading', /^Sandbox gateway$/);
  await visitor.press('button', /^Pay$/);
  await visitor.untilPath(/\/confirmation$/);
  await visitor.untilThere('heading', /^Thank you/);
}

/** Logs in through the visitor's storage, without the login page. */
export async function enterLoggedIn(visitor: Visitor, token: string, path: string): Promise<void> {
  await visitor.goto('/robots.txt');
  await visitor.window.evaluate(`localStorage.setItem('foyer.token', ${JSON.stringify(token)})`);
  await visitor.goto(path);
}

/** Returns the code of a paid order of one festival pass. */
export async function makePaidOrder(shop: ShopProcess, token: string): Promise<string> {
  const { cart } = await callShop(shop, 'add-product-to-cart', {
    token,
    external_code: 'sandlark-pass',
    full_name: MILA.name,
    email: MILA.email,
    age: '25-34',
  });
  const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
  const { order, payment } = await callShop(shop, 'checkout-cart', {
    token,
    cart: cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  const paid = await fetch(shop.url + new URL(payment.url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=paid',
  });
  await fetch(shop.url + new URL(paid.headers.get('location') ?? '', shop.url).pathname, { redirect: 'manual' });
  return order.code;
}
