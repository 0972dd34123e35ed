import { afterAll, beforeAll, expect, test } from 'vitest';
import { order, pressAt } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
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

test('the shop does not start while an unconfigured gateway has open or refundable payments', async () => {
  await require(withGateways('stripe'));
  const open = await order(app, token, ['saturday']);
  await expect(require(withGateways('stripe'))).rejects.toThrow(
    'PAYMENT_GATEWAYS is "stripe", but the shop has payments of sandbox (1 open). Set PAYMENT_GATEWAYS=stripe,sandbox',
  );
  await pressAt(app, open.url!, 'paid');
  await app.settle();
  await expect(require(withGateways('stripe'))).rejects.toThrow(
    'payments of sandbox (1 that can still be refunded). Set',
  );
  await require(withGateways('stripe', 'sandbox'));
  await requireGatewaysInUse(withGateways('stripe'), app.db, new Date(app.clock.now().getTime() + 366 * DAY));
});

test('the shop does not start while an unconfigured gateway has a saved card or an open dispute', async () => {
  const paid = await order(app, token, ['saturday']);
  const later = new Date(app.clock.now().getTime() + 400 * DAY);
  const start = () => requireGatewaysInUse(withGateways('sandbox'), app.db, later);
  await app.db.run(
    `with consent as (
       insert into charge_consents (order_id, text, agreed_at) select id, 'I agree.', $2 from orders where code = $1
       returning id, order_id
     )
     insert into saved_methods (order_id, consent_id, gateway, gateway_customer, method, label, saved_at)
     select order_id, id, 'stripe', 'cus_1', 'pm_1', 'Visa', $2 from consent`,
    [paid.order.code, later],
  );
  await expect(start()).rejects.toThrow('payments of stripe (1 saved card). Set');
  await app.db.run('update saved_methods set ended_at = $1', [later]);
  await start();

  await app.db.run(
    `insert into disputes (gateway, dispute_id, transaction, state, amount, currency, reason, opened_at, changed_at)
     values ('stripe', 'dp_1', 'pi_1', 'money_taken', 100, 'EUR', '', $1, $1)`,
    [later],
  );
  await expect(start()).rejects.toThrow('payments of stripe (1 undecided dispute). Set');
  await app.db.run(`update disputes set state = 'lost'`);
  await start();
});

test('the first configured gateway takes new payments, and an unconfigured one is not found', async () => {
  const gateways = await openGateways(app.config, app.db);
  expect(gateways.forNewPayments.name).toBe('sandbox');
  expect(gateways.of({ gateway: 'sandbox' })).toBe(gateways.forNewPayments);
  expect(gateways.named('stripe')).toBeUndefined();
  expect(() => gateways.of({ gateway: 'stripe' })).toThrow('The gateway stripe is not configured');
});
