import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { mollieGateway } from '#features/payments/server/mollie/mollie-gateway.ts';
import { gatewaysOf, guardedGateway } from '#features/payments/server/public.ts';
import { givenMollie, type MollieStandIn } from '../stand-ins/mollie.ts';
import { order, orderNow } from '../support/purchase.ts';
import { type Answer, givenShopApp, type ShopApp } from '../support/shop-app.ts';

const MINUTE = 60_000;

let app: ShopApp;
let mollie: MollieStandIn;
let token: string;

beforeAll(async () => {
  mollie = await givenMollie({ clock: () => app?.clock.now() ?? new Date() });
  app = await givenShopApp(
    {},
    {
      gateways: (sandbox) => {
        const config = {
          apiKey: mollie.apiKey,
          apiUrl: mollie.url,
          mode: 'test',
          webhookSecrets: [],
          methods: null,
        } as const;
        return gatewaysOf([guardedGateway(mollieGateway(config)), sandbox]);
      },
    },
  );
  token = await app.login();
});
afterEach(() => expect(mollie.breaches).toEqual([]));
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
  await mollie.close();
});

/** Sends Mollie's messages, and waits until the shop has worked on them. */
async function deliver(...options: Parameters<MollieStandIn['deliver']>) {
  const statuses = await mollie.deliver(...options);
  await app.server.inbox.idle();
  return statuses;
}

const place = async (item = 'saturday') => {
  const placed = await order(app, token, [item]);
  return { placed: placed.order, url: placed.url!, id: mollie.payments[0]!.id };
};
const statusOf = async ({ code }: Order) => (await orderNow(app, token, code)).payment_status;
const payAgain = ({ code, checksum, payments }: Order): Promise<Answer> =>
  app.call('pay-payment-plan-order-payment', { order: code, checksum, reference: payments[0]!.reference });
const receipts = ({ code }: Order) =>
  app.db.rows<{ transaction: string; amount: number; attention: string | null }>(
    `select r.transaction, r.amount, r.attention from receipts r join orders o on o.id = r.order_id
     where o.code = $1 order by r.id`,
    [code],
  );

test('a payment at Mollie pays the order, by message, by return or by asking', async () => {
  const [told, returned, asked] = [await place(), await place(), await place()];
  for (const { id } of [told, returned, asked]) mollie.buyer.pays(id, 'ideal');
  expect(await deliver({ only: told.id })).toEqual([200]);
  expect(await statusOf(told.placed)).toBe('paid');
  const { redirectUrl } = mollie.payments[1]!.fields;
  expect((await app.fetch(new URL(String(redirectUrl)).pathname)).status).toBe(303);
  expect(await statusOf(returned.placed)).toBe('paid');
  await app.travel(3 * MINUTE);
  expect(await statusOf(asked.placed)).toBe('paid');
  await deliver({ times: 10, order: 'reversed' });
  for (const { placed, id } of [told, returned, asked]) {
    expect(await receipts(placed)).toEqual([{ transaction: id, amount: placed.total_price, attention: null }]);
  }
});

test('given a buyer who chose a slower method, when the order’s time is over, then it waits as long as Mollie takes the money', async () => {
  const { placed, id } = await place();
  await app.travel(14 * MINUTE);
  mollie.buyer.picks(id, 'bancontact');
  await app.travel(20 * MINUTE);
  await app.travel(30 * MINUTE);
  expect(await statusOf(placed)).toBe('pending');
  mollie.buyer.pays(id, 'bancontact');
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
  const left = await place();
  mollie.buyer.picks(left.id, 'bancontact');
  await app.travel(59 * MINUTE);
  expect(await statusOf(left.placed)).toBe('pending');
  await app.travel(5 * MINUTE);
  expect(await statusOf(left.placed)).toBe('abandoned');
});

test('given a second tab, then it leads to the same payment, and once that has ended, to a new one', async () => {
  const { placed, id, url } = await place();
  const answers = await Promise.all([payAgain(placed), payAgain(placed), payAgain(placed)]);
  for (const { status, body } of answers) expect([status, body.payment?.url]).toEqual([200, url]);
  expect(mollie.payments[0]!.id).toBe(id);
  mollie.buyer.fails(id);
  const again = await payAgain(placed);
  expect(again.status).toBe(200);
  expect(again.body.payment.url).toBe(`${mollie.url}/checkout/${mollie.payments[0]!.id}`);
  expect(mollie.payments[0]!.id).not.toBe(id);
  mollie.buyer.pays(mollie.payments[0]!.id);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
});
