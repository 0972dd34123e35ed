import { type Bench, catalogueVersionOf, measure, ownBundle, withShop } from '../bench.ts';
import { copyOrders, placeModelOrders } from '../fill/orders.ts';
import { TOKEN_PREFIX } from '../fill/prepare.ts';
import { inTurn } from '../in-turn.ts';
import { fetchRaw } from './listing-page.ts';
import { gatewayKeyHex } from './purchase.ts';

const ORDERS = [1, 20, 200];
const CLIENTS = [1, 16];

/**
 * Measures what a customer with 1, 20 and 200 orders costs: the bundle as the shop's pages request it with nearly every
 * answer, the next page of the portal's list, and the complete bundle for a client that does not ask for less.
 */
export const customerBundle = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    const models = await placeModelOrders(shop.origin, bench.customers, gatewayKeyHex());
    for (const orders of ORDERS) await copyOrders(database, models, { orders, customers: { first: orders, count: 1 } });
    await database.client.query('vacuum analyze');
    await inTurn(bench, {
      subjects: ORDERS,
      first: '1 order',
      async work(orders) {
        const token = `${TOKEN_PREFIX}${orders}`;
        const small = ownBundle(token, await catalogueVersionOf(shop));
        const { newest } = JSON.parse(
          (await fetchRaw(`${shop.origin}${small.path}`, small.headers, small.body)).body.toString(),
        ).data;
        const whole = { ...small, body: JSON.stringify({ ...JSON.parse(small.body), orders: undefined }) };
        const before = newest.orders.at(-1).code;
        const older = { ...small, path: '/api/get-older-orders', body: JSON.stringify({ token, before }) };
        for (const [name, visit] of [
          ['bundle of a customer', small],
          ["next page of a customer's orders", older],
          ['complete bundle of a customer', whole],
        ] as const) {
          const { body } = await fetchRaw(`${shop.origin}${visit.path}`, visit.headers, visit.body);
          for (const clients of CLIENTS) {
            await measure(bench, shop, {
              work: `${name} with ${orders} ${orders === 1 ? 'order' : 'orders'}, ${body.length} bytes`,
              visit,
              clients,
            });
          }
        }
      },
    });
  });
