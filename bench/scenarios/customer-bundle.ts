import { type Bench, catalogueVersionOf, measure, ownBundle, withShop } from '../bench.ts';
import { copyOrders, placeModelOrders } from '../fill/orders.ts';
import { TOKEN_PREFIX } from '../fill/prepare.ts';
import { runBareFastify } from '../run-load.ts';
import { fetchRaw } from './listing-page.ts';
import { gatewayKeyHex } from './purchase.ts';

/** Measures the bundle that the shop's pages request for a customer with 1, 20 and 200 orders. */
export const customerBundle = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    const models = await placeModelOrders(shop.origin, bench.customers, gatewayKeyHex());
    for (const orders of [1, 20, 200]) {
      const customer = orders;
      await copyOrders(database, models, { orders, customers: { first: customer, count: 1 } });
      const visit = ownBundle(`${TOKEN_PREFIX}${customer}`, await catalogueVersionOf(shop));
      const answer = await fetchRaw(`${shop.origin}${visit.path}`, visit.headers, visit.body);
      for (const clients of [1, 16]) {
        await measure(bench, shop, {
          work: `bundle of a customer with ${orders} orders, ${answer.body.length} bytes`,
          visit,
          clients,
          limits: [
            {
              what: 'bare Fastify',
              measure: async () => (await runBareFastify(answer, { ...bench.sizes, visit, clients })).perSecond,
            },
          ],
        });
      }
    }
  });
