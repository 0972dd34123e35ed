import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { findEngine } from '../../tools/set-up/find-engines.mjs';
import { type ShopProcess, startShop } from '../support/server.ts';
import { addTicket, buy, logIn } from './purchase.ts';
import { visitorOf } from './visitor.ts';
import { openWindow } from './window.ts';

let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await shop?.stop();
});

describe.concurrent.each(['firefox', 'webkit'] as const)('in %s', (engine) => {
  test.skipIf(!findEngine(engine))(
    'a visitor finds a ticket, logs in on the way to the checkout, pays and sees the order',
    async () => {
      const window = await openWindow(engine);
      try {
        const visitor = visitorOf(window, shop.url);
        await visitor.goto('/');
        await visitor.press('link', /^Tickets$/);
        await visitor.untilPage(/^Tickets$/);
        await visitor.press('link', /^Festival Pass, four days$/);
        await visitor.untilPage(/^Festival Pass/);
        await addTicket(visitor);
        await visitor.press('link', /^Checkout$/);
        await visitor.untilPath(/^\/login\?from=%2Fcheckout/);
        await logIn(visitor);
        await buy(visitor);
        await visitor.untilPage(/^Order SLK-/);
        await visitor.press('link', /^Back to the portal$/);
        await visitor.untilPage(/^My orders$/);
        assert.deepEqual(window.errors, []);
      } finally {
        await window.close();
      }
    },
  );
});
