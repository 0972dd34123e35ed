import { afterAll, beforeAll, expect, test } from 'vitest';
import { order, pressAt } from '../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';
import { openGateways, requireGatewaysInUse } from './open-gateways.ts';

let app: ShopApp;
let token: string;
beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(() => app.close());

const DAY = 24 * 60 * 60_000;
const withGateways = (...paymentGateways: ['stripe' | 'sandbox', ...('stripe' | 'sandbox')[]]) => ({
  ...app.config,
  paymentGateways,
});
const require = (config: ReturnType<typeof withGateways>) => requireGatewaysInUse(config, app.db, app.clock.now());

test('given payments of a gateway that is not configured, then the shop does not start and names it, until they can no longer be refunded', async () => {
  await require(withGateways('stripe'));
  const open = await order(app, token, ['saturday']);
  await expect(require(withGateways('stripe'))).rejects.toThrow(
    'PAYMENT_GATEWAYS is "stripe", but the shop has payments of sandbox (1 open, 0 that can still be refunded). Set PAYMENT_GATEWAYS=stripe,sandbox',
  );
  await pressAt(app, open.url!, 'paid');
  await app.settle();
  await expect(require(withGateways('stripe'))).rejects.toThrow('sandbox (0 open, 1 that can still be refunded)');
  await require(withGateways('stripe', 'sandbox'));
  await requireGatewaysInUse(withGateways('stripe'), app.db, new Date(app.clock.now().getTime() + 366 * DAY));
});

test('given several gateways, then the first takes new payments and each serves its own', async () => {
  const gateways = await openGateways(app.config, app.db);
  expect(gateways.forNewPayments.name).toBe('sandbox');
  expect(gateways.of({ gateway: 'sandbox' })).toBe(gateways.forNewPayments);
  expect(gateways.named('stripe')).toBeUndefined();
  expect(() => gateways.of({ gateway: 'stripe' })).toThrow('The gateway stripe is not configured');
});
