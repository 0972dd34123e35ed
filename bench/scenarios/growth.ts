import { type Bench, catalogueVersionOf, measure, ownBundle, withShop } from '../bench.ts';
import type { BenchDatabase } from '../databases.ts';
import { copyOrders, placeModelOrders } from '../fill/orders.ts';
import { HOT_ITEM, SPREAD_ITEMS, sellItems, TOKEN_PREFIX } from '../fill/prepare.ts';
import type { ShopProcess } from '../shop-process.ts';
import { buy, gatewayKeyHex } from './purchase.ts';

const CLIENTS = 16;
const OWN_ORDERS = 20;

/** Measures the same work with more and more orders in the shop. */
export const moreOrders = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    const models = await placeModelOrders(shop.origin, bench.customers, gatewayKeyHex());
    // The customer whose bundle is measured always has the same orders.
    await copyOrders(database, models, { orders: OWN_ORDERS, customers: { first: 1, count: 1 } });
    let written = models.length + OWN_ORDERS;
    for (const orders of bench.sizes.orders) {
      const begun = performance.now();
      const customers = { first: 2, count: Math.min(bench.customers - 2, Math.ceil(orders / 2)) };
      await copyOrders(database, models, { orders: orders - written, customers });
      written = orders;
      bench.say(`${orders} orders are there after ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
      await measureAtSize(bench, shop, database, `${orders.toLocaleString('en')} orders`);
    }
  });

/** Measures the same work with more and more items on sale. */
export const moreItems = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    for (const items of bench.sizes.items) {
      await sellItems(database, items);
      await measureAtSize(bench, shop, database, `${items.toLocaleString('en')} items`);
    }
  });

async function measureAtSize(bench: Bench, shop: ShopProcess, database: BenchDatabase, size: string): Promise<void> {
  // The catalogue's cache checks for changes every quarter of a second; the first rendering is not measured.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const catalogueVersion = await catalogueVersionOf(shop);
  const json = { 'content-type': 'application/json', 'accept-encoding': 'br' };
  await measure(bench, shop, {
    work: `listing page, ${size}`,
    visit: { kind: 'request', method: 'GET', path: '/tickets', headers: { 'accept-encoding': 'br' } },
    clients: CLIENTS,
  });
  await measure(bench, shop, {
    work: `anonymous bundle, ${size}`,
    visit: { kind: 'request', method: 'POST', path: '/api/get-data', headers: json, body: '{}' },
    clients: CLIENTS,
  });
  await measure(bench, shop, {
    work: `create cart and add, one hot item, ${size}`,
    visit: { kind: 'add', items: [HOT_ITEM], data: true, catalogueVersion },
    clients: CLIENTS,
  });
  await buy(bench, shop, database, {
    work: `full purchase, ${size}`,
    items: SPREAD_ITEMS.slice(0, 5),
    clients: CLIENTS,
    paid: { by: 'callback', keyHex: gatewayKeyHex() },
  });
  await measure(bench, shop, {
    work: `bundle of a customer, ${size}`,
    // The version is requested again, because the purchases have changed the stock.
    visit: ownBundle(`${TOKEN_PREFIX}1`, await catalogueVersionOf(shop)),
    clients: CLIENTS,
  });
}
