import { MILA } from '../support/buyer.ts';
import type { Visitor } from './visitor.ts';

/** From a product's page into the cart, for a holder. */
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

/** At the checkout with its figures: fills in what is asked, and pays at the sandbox. */
export async function buy(visitor: Visitor): Promise<void> {
  await visitor.untilPath(/^\/checkout/);
  await visitor.choose(/^Country/, /^Netherlands$/);
  await visitor.type(/^Street and number/, 'Zandpad 12');
  await visitor.type(/^Postal code/, '4325 AB');
  await visitor.type(/^City/, 'Noorderzand');
  await visitor.press('checkbox', /^I accept the Terms and Conditions/);
  await visitor.press('button', /^Checkout$/);
  await visitor.untilThere('heading', /^Sandbox gateway$/);
  await visitor.press('button', /^Pay$/);
  await visitor.untilPath(/\/confirmation$/);
  await visitor.untilThere('heading', /^Thank you$/);
}
