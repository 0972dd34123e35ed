import assert from 'node:assert/strict';
import { BOTH, givenShop, journey, PHONE } from './journey.ts';
import { addTicket } from './purchase.ts';
import type { Visitor } from './visitor.ts';

givenShop();

/** Makes a desktop browser act like a phone without CloseWatcher, where Back closes a modal by a history entry. */
const actLikePhone = (visitor: Visitor) =>
  visitor.window.evaluate(`(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query.includes('pointer: coarse') ? { matches: true } : ask(query));
    delete window.CloseWatcher;
  })()`);

const scrollTo = async (visitor: Visitor, top: number) => {
  await visitor.window.evaluate(`window.scrollTo({ top: ${top}, behavior: 'instant' })`);
  await visitor.until(`scrollY === ${top}`);
  // The position is stored at the next scroll event.
  await visitor.window.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))',
  );
};

journey('Back within the shop restores the scroll position', BOTH, async (visitor) => {
  await visitor.goto('/tickets');
  await visitor.untilThere('link', /^Festival Pass, four days$/);
  await scrollTo(visitor, 600);
  await visitor.press('link', /^Dune camping/i);
  await visitor.until(`location.pathname !== '/tickets'`);
  await visitor.until(`scrollY === 0`);
  await visitor.window.back();
  await visitor.untilPage(/^Tickets$/);
  await visitor.until(`scrollY > 200`);
});

journey('Back from another document restores the scroll position', BOTH, async (visitor) => {
  await visitor.goto('/');
  await visitor.untilThere('button', /^Cart/);
  await scrollTo(visitor, 700);
  await visitor.window.evaluate(`void (location.href = '/dev/mailbox')`);
  await visitor.untilThere('heading', /^Mailbox$/);
  await visitor.window.back();
  await visitor.untilPath(/^\/$/);
  await visitor.until(`Math.abs(scrollY - 700) < 5`);
});

journey(
  'on a phone, Back closes the cart; once its link was followed, each Back changes the page',
  BOTH,
  async (visitor) => {
    await visitor.goto('/tickets/sandlark-pass');
    await actLikePhone(visitor);
    await addTicket(visitor);
    await visitor.press('button', /^Cart, 1 item/);
    await visitor.untilThere('link', /^Checkout$/);
    await visitor.window.back();
    await visitor.until(`!document.querySelector('[data-side-panel]')`);
    assert.equal(await visitor.window.evaluate('location.pathname'), '/tickets/sandlark-pass');
    await visitor.press('button', /^Cart, 1 item/);
    await visitor.press('link', /^Checkout$/);
    await visitor.untilPath(/^\/login/);
    await visitor.window.back();
    await visitor.untilPage(/^Festival Pass/);
    await visitor.until(`!history.state?.foyerModals`);
    await visitor.window.forward();
    await visitor.untilPath(/^\/login/);
  },
  PHONE,
);

journey(
  'a closed dialog returns focus to its button, even where pressed buttons take no focus',
  BOTH,
  async (visitor) => {
    await visitor.goto('/tickets');
    await visitor.untilThere('button', /^Log in$/);
    // Safari on macOS and iOS does this.
    await visitor.window.evaluate(`addEventListener('mousedown', (event) => event.preventDefault(), true)`);
    await visitor.press('button', /^Log in$/);
    await visitor.untilFocused(/^Email/);
    await visitor.press('button', /^Close$/);
    await visitor.untilFocused(/^Log in$/);
  },
);

journey(
  'with cookies blocked, a ticket goes into the cart all the same',
  ['firefox'],
  async (visitor) => {
    await visitor.goto('/tickets/sandlark-pass');
    await addTicket(visitor);
    await visitor.untilText(/Your cart/);
  },
  { preferences: { 'network.cookie.cookieBehavior': 2 } },
);
