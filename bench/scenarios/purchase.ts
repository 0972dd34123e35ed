import { setTimeout as pause } from 'node:timers/promises';
import { keyFrom } from '#platform/config/secret-key.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { type Bench, catalogueVersionOf, type Measurement, measure, withShop } from '../bench.ts';
import type { BenchDatabase } from '../databases.ts';
import { HOT_ITEM, SPREAD_ITEMS, TOKEN_PREFIX } from '../fill/prepare.ts';
import { cardLimits, transferLimits } from '../limits/orders.ts';
import type { Visit } from '../load/visitors.ts';
import type { Row } from '../report.ts';
import { SECRET_KEY, type ShopProcess } from '../shop-process.ts';

/**
 * Measures an order by transfer: cart, item, checkout, mail queued. Then measures a full purchase: cart, item, checkout
 * by card, the gateway's message that it is paid, ticket issued, invoice numbered, mails queued. As with real gateways,
 * the gateway is a separate process, and the worker makes mails and documents. The last line has everything in one
 * process: the sandbox's page, the return, its callbacks, and the mails.
 */
export async function purchase(bench: Bench): Promise<void> {
  const callback = { by: 'callback', keyHex: gatewayKeyHex() } as const;
  await withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    const transfer = { by: 'transfer' } as const;
    // Most clients first: right after a start, a single buyer would run code that is not compiled yet.
    const sizes = [...bench.sizes.clients].reverse();
    for (const clients of sizes) {
      await buy(bench, shop, database, {
        work: 'order by transfer, 20 items',
        items: SPREAD_ITEMS,
        clients,
        paid: transfer,
        limits: transferLimits(bench, clients),
      });
    }
    for (const clients of sizes) {
      await buy(bench, shop, database, {
        work: 'full purchase, 20 items',
        items: SPREAD_ITEMS,
        clients,
        paid: callback,
        limits: cardLimits(bench, clients),
      });
    }
    await buy(bench, shop, database, {
      work: 'full purchase, one hot item',
      items: [HOT_ITEM],
      clients: 16,
      paid: callback,
    });
  });
  await withShop(bench, { ROLE: 'all' }, async (shop, database) => {
    const paid = { by: 'sandbox-page' } as const;
    await buy(bench, shop, database, {
      work: 'full purchase with sandbox page, mails and PDFs in one process',
      items: SPREAD_ITEMS,
      clients: 16,
      paid,
    });
  });
}

/** Returns the key with which the sandbox gateway signs its callbacks. */
export const gatewayKeyHex = (): string => derivedKey(keyFrom(SECRET_KEY), 'sandbox-gateway').toString('hex');

/** About the most purchases that a machine makes in a second. */
const MAX_PER_SECOND = 2_000;

export async function buy(
  bench: Bench,
  shop: ShopProcess,
  database: BenchDatabase,
  wanted: {
    work: string;
    items: readonly string[];
    clients: number;
    paid: Extract<Visit, { kind: 'purchase' }>['paid'];
    limits?: Measurement['limits'];
    slots?: Measurement['slots'];
  },
): Promise<Row> {
  const { work, clients, items, paid, limits = [], slots } = wanted;
  const made = paid.by === 'transfer' ? 'orders' : 'tickets';
  const before = await countOf(database, made);
  const seconds = bench.sizes.warmUpSeconds + (slots ? slots.count * slots.seconds : bench.sizes.seconds);
  const row = await measure(bench, shop, {
    work,
    visit: {
      kind: 'purchase',
      items: [...items],
      tokenPrefix: TOKEN_PREFIX,
      firstToken: takeTokens(bench, seconds),
      // The last customer owns the model orders.
      customers: bench.customers - 1,
      clients,
      catalogueVersion: await catalogueVersionOf(shop),
      paid,
    },
    clients,
    limits,
    slots,
  });
  const added = await countAdded(database, made, { before, expected: row.done });
  if (added < row.done)
    throw new Error(`${work}: ${row.done} purchases were counted, but there are only ${added} ${made}`);
  return row;
}

/** How long to wait for results. The shop answers a gateway's message as soon as it is stored, and processes it later. */
const SETTLING_MS = 30_000;

/** Waits at most `SETTLING_MS` for the expected number of rows. Returns how many were added. */
async function countAdded(
  database: BenchDatabase,
  made: 'orders' | 'tickets',
  { before, expected }: { before: number; expected: number },
): Promise<number> {
  const endsAt = performance.now() + SETTLING_MS;
  for (;;) {
    const added = (await countOf(database, made)) - before;
    if (added >= expected || performance.now() > endsAt) return added;
    await pause(50);
  }
}

async function countOf({ client }: BenchDatabase, table: 'orders' | 'tickets'): Promise<number> {
  return Number((await client.query(`select count(*) as count from ${table}`)).rows[0].count);
}

/** Returns the first token of a run. Each purchase has a different customer, beginning with the one idle for longest. */
function takeTokens(bench: Bench, seconds: number): number {
  const count = Math.ceil(seconds * MAX_PER_SECOND);
  // The last customer owns the model orders.
  if (bench.nextToken + count >= bench.customers) bench.nextToken = 1;
  const first = bench.nextToken;
  bench.nextToken += count;
  return first;
}
