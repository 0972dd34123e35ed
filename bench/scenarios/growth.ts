import { type Bench, catalogueVersionOf, measure, ownBundle, withShop } from '../bench.ts';
import type { BenchDatabase } from '../databases.ts';
import { copyOrders, placeModelOrders } from '../fill/orders.ts';
import { HOT_ITEM, SPREAD_ITEMS, sellItems, TOKEN_PREFIX } from '../fill/prepare.ts';
import { inTurn } from '../in-turn.ts';
import { type ShopProcess, startShop } from '../shop-process.ts';
import { buy, gatewayKeyHex } from './purchase.ts';

const CLIENTS = 16;
const OWN_ORDERS = 20;

/**
 * Measures the same work with more and more orders in the shop, each number in its own database, in turn, so that a
 * machine that is sometimes busy slows all of them. The buyers have no earlier orders, and the customer whose bundle is
 * measured always has the same number: `customer-bundle` measures what a customer's own orders cost.
 */
export async function moreOrders(bench: Bench): Promise<void> {
  const databases: BenchDatabase[] = [];
  const shops: ShopProcess[] = [];
  try {
    const measured = bench.customers - 1;
    const firstOwner = Math.ceil(bench.customers / 2);
    let written = 0;
    let models: string[] = [];
    for (const orders of bench.sizes.orders) {
      const startedAt = performance.now();
      const database = await bench.server.copyOf(databases.at(-1) ?? bench.prepared);
      databases.push(database);
      if (written === 0) {
        const shop = await startShop(database.url, { ROLE: 'web' });
        models = await placeModelOrders(shop.origin, bench.customers, gatewayKeyHex()).finally(() => shop.stop());
        await copyOrders(database, models, { orders: OWN_ORDERS, customers: { first: measured, count: 1 } });
        written = models.length + OWN_ORDERS;
      }
      const customers = { first: firstOwner, count: Math.min(measured - firstOwner, Math.ceil(orders / 2)) };
      await copyOrders(database, models, { orders: orders - written, customers });
      await settle(database);
      written = orders;
      bench.say(`${orders} orders were written after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    }
    for (const { url } of databases) shops.push(await startShop(url, { ROLE: 'web' }));
    bench.nextToken = 1;
    const nameOf = (orders: number) => `${orders.toLocaleString('en')} orders`;
    await inTurn(bench, {
      subjects: bench.sizes.orders.map((orders, index) => ({ name: nameOf(orders), index })),
      first: nameOf(bench.sizes.orders[0]!),
      work: ({ name, index }) => measureAtSize(bench, shops[index]!, databases[index]!, name, measured),
    });
  } finally {
    for (const shop of shops) await shop.stop();
    for (const database of databases) await database.drop();
  }
}

/**
 * Does now what the server would do in the minutes after this many new rows: vacuum, statistics, and writing changed
 * pages to disk. In a shop that grows over months, this happens gradually.
 */
async function settle({ client }: BenchDatabase): Promise<void> {
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

/** Measures the same work with more and more items on sale. */
export const moreItems = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    for (const items of bench.sizes.items) {
      await sellItems(database, items);
      await measureAtSize(bench, shop, database, `${items.toLocaleString('en')} items`, bench.customers);
    }
  });

async function measureAtSize(
  bench: Bench,
  shop: ShopProcess,
  database: BenchDatabase,
  size: string,
  customer: number,
): Promise<void> {
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
    visit: ownBundle(`${TOKEN_PREFIX}${customer}`, await catalogueVersionOf(shop)),
    clients: CLIENTS,
  });
}
