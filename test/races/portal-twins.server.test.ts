import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#platform/db/db.ts';
import { purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

// Twins of the portal's races make the same changes to the same rows, but without the guards. Each shows that two
// concurrent changes can really go wrong. The guarded races are in test/ticket-changes.server.test.ts,
// test/travel-times.server.test.ts, test/refunds-under-way.server.test.ts and test/transfers.server.test.ts.

const AT_ONCE = 4;

let app: ShopApp;
let ticket: { id: number; line: number; order: number; customer: number };

beforeAll(async () => {
  app = await givenShopApp();
  const order = await purchase(app, await app.login(), ['sandlark-pass']);
  const row = await app.db.row<typeof ticket>(
    `select id, order_line_id as line, order_id as "order", customer_id as customer from tickets where code = $1`,
    [order.tickets[0]!.code],
  );
  ticket = row!;
});
afterAll(() => app.close());

/** Runs several transactions at once. Each waits after `read` until all have read, and then writes. */
async function together<Seen>(read: (tx: Tx) => Promise<Seen>, write: (tx: Tx, seen: Seen) => Promise<unknown>) {
  let arrived = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      app.db.transaction(async (tx) => {
        const seen = await read(tx);
        arrived += 1;
        if (arrived === AT_ONCE) open();
        await all;
        await write(tx, seen);
      }),
    ),
  );
}

test('reading the remaining name changes without the order’s lock lets several tabs use the last', async () => {
  await together(
    (tx) => tx.row<{ used: number }>('select name_changes as used from tickets where id = $1', [ticket.id]),
    async (tx, seen) => {
      if (seen!.used < 1) await tx.run('update tickets set name_changes = name_changes + 1 where id = $1', [ticket.id]);
    },
  );
  const row = await app.db.row('select name_changes as used from tickets where id = $1', [ticket.id]);
  expect(row).toEqual({ used: AT_ONCE });
});

const isInRefund = (tx: Tx) =>
  tx.row<{ found: boolean }>('select exists (select from refund_lines where order_line_id = $1 and is_live) as found', [
    ticket.line,
  ]);

let requests = 0;
async function request(tx: Tx, seen: { found: boolean } | undefined): Promise<void> {
  if (seen!.found) return;
  requests += 1;
  const refund = await tx.row<{ id: number }>(
    `insert into refunds (code, order_id, customer_id, status, is_whole_plan, total, created_at)
     values ($1, $2, $3, 'active', false, 100, $4) returning id`,
    [`TWIN-R${requests}`, ticket.order, ticket.customer, app.clock.now()],
  );
  await tx.run('insert into refund_lines (refund_id, order_line_id, amount, refund_fee) values ($1, $2, 100, 0)', [
    refund!.id,
    ticket.line,
  ]);
}

const liveRefunds = async () =>
  (await app.db.row<{ live: number }>(
    'select count(*) as live from refund_lines where order_line_id = $1 and is_live',
    [ticket.line],
  ))!.live;

test('even without the order’s lock, the table’s own index keeps an item out of two refunds', async () => {
  const ends = await together(isInRefund, request);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await liveRefunds()).toBe(1);
});

test('without lock and index, one item is in several refunds', async () => {
  await app.db.run('update refund_lines set is_live = false');
  await app.db.run('drop index refund_lines_once');
  await together(isInRefund, request);
  expect(await liveRefunds()).toBe(AT_ONCE);
});
