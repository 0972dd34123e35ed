import assert from 'node:assert/strict';
import { bankOnWire } from '#features/refunds/testing.ts';
import { loginToken, MILA } from '../support/buyer.ts';
import { BOTH, givenShop, journey } from './journey.ts';
import { enterLoggedIn, logIn, makePaidOrder } from './purchase.ts';
import { ESCAPE } from './visitor.ts';

givenShop();

journey('a ticket gets another name in two steps, with Back and Forward between them', BOTH, async (visitor, shop) => {
  const token = await loginToken(shop);
  const order = await makePaidOrder(shop, token);
  await enterLoggedIn(visitor, token, `/portal/orders/${order}`);
  await visitor.press('link', /^Manage Festival Pass/);
  await visitor.untilFocused(/^Manage ticket$/);
  await visitor.type(/^Full name/, 'Noor Bakker');
  await visitor.press('button', /^Continue$/);
  await visitor.untilFocused(/^Check your changes$/);
  await visitor.window.back();
  await visitor.untilPage(/^Manage ticket$/);
  assert.equal(await visitor.valueOf(/^Full name/), 'Noor Bakker');
  await visitor.window.forward();
  await visitor.untilPage(/^Check your changes$/);
  await visitor.press('button', /^Save changes$/);
  await visitor.untilPage(/ Order /);
  await visitor.untilText(/Noor Bakker/);
});

journey('a refund is requested in three steps, and cancelled again', BOTH, async (visitor, shop) => {
  const token = await loginToken(shop);
  const order = await makePaidOrder(shop, token);
  await enterLoggedIn(visitor, token, `/portal/orders/${order}`);
  await visitor.press('link', /^Request Refund$/);
  await visitor.untilFocused(/^Request a refund$/);
  await visitor.press('checkbox', /Festival Pass/);
  await visitor.press('button', /^Continue$/);
  await visitor.untilFocused(/^Where should we send your refund\?$/);
  await visitor.choose(/^Bank country/, /^Netherlands$/);
  await visitor.type(/^IBAN/, bankOnWire.bank_iban);
  await visitor.type(/^BIC/, bankOnWire.bank_bic);
  await visitor.type(/^Bank name/, bankOnWire.bank_name);
  await visitor.type(/^Street and number$/, 'Zandpad 12');
  await visitor.type(/^Postal code$/, '4325 AB');
  await visitor.type(/^City$/, 'Noorderzand');
  await visitor.press('button', /^Continue$/);
  await visitor.untilFocused(/^Check your refund request$/);
  await visitor.press('button', /^Send refund request$/);
  await visitor.untilPage(new RegExp(`^Refund ${order}-R1`));
  await visitor.press('button', /^Cancel Refund$/);
  await visitor.untilFocused(/^Confirm$/);
  await visitor.key(ESCAPE);
  await visitor.untilFocused(/^Cancel Refund$/);
  await visitor.press('button', /^Cancel Refund$/);
  await visitor.untilFocused(/^Confirm$/);
  await visitor.press('button', /^Confirm$/);
  await visitor.untilText(/cancelled successfully/);
});

journey('a wrong password is refused, the right one leads on to the account', BOTH, async (visitor) => {
  await visitor.goto('/login?from=%2Faccount');
  await visitor.type(/^Email/, MILA.email);
  await visitor.type(/^Password/, 'not it');
  await visitor.press('button', /^Login$/);
  await visitor.untilText(/Login failed\./);
  await visitor.untilFocused(/^There is a problem/);
  assert.equal(await visitor.valueOf(/^Password/), '');
  await logIn(visitor);
  await visitor.untilPath(/^\/account/);
  await visitor.until(`document.querySelector('input[name="full_name"]')?.value === 'Mila Okonkwo'`);
});
