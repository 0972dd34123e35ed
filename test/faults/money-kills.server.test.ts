import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { createRefund, startRefund } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { keyFrom } from '#platform/config/secret-key.ts';
import { openDb } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOf } from '../support/operator.ts';
import { order, orderNow, pressAt, purchase } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { givenShopApp } from '../support/shop-app.ts';
import { around, type Point } from './support/points.ts';
import { givenRestartableShop, type RestartableShop } from './support/restartable-shop.ts';

// A process that gives money back to cards and charges saved cards is killed between every two steps of both. The
// messages of the gateway are lost too, so that the shop has to query it.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const KEY = 'a key for tests that protects nothing at all';

const REFUND_POINTS: readonly Point[] = [
  ...around("the gateway's refund", /insert into sandbox_refunds/),
  ...around('the claim of a refund that is due', /update refund_movements movement\s+set tries/),
  ...around("the gateway's id of a refund", /update refund_movements set gateway_refund/),
  ...around('a refund that is done', /update refund_movements\s+set status/),
];
const CHARGE_POINTS: readonly Point[] = [
  ...around("the gateway's charge", /insert into sandbox_payments/),
  ...around('a charge of a saved card', /insert into payment_attempts/),
  ...around('the money of a charge', /insert into receipts/),
];
/** The hardest points are those where money has moved but is not recorded. */
const isHardest = (point: Point) => /^after the commit of the gateway's/.test(point.name);
const [refundPoints, chargePoints] = [REFUND_POINTS, CHARGE_POINTS].map((points) =>
  rounds > 1 ? points : points.filter(isHardest),
) as [readonly Point[], readonly Point[]];

let database: TestDatabase;
let shop: RestartableShop;
let refunds: { code: string; total: number }[];
let plans: string[];

beforeAll(async () => {
  database = await givenDatabase();
  const db = openDb({ connection: database.connection });
  const app = await givenShopApp(
    { secretKey: keyFrom(KEY) },
    { database: { ...database, db }, fill: true, now: new Date() },
  );
  const mila = await app.login();
  const parts = { ...operatorOf(app).parts.refunds, gateways: app.gateways };
  refunds = [];
  for (const _ of refundPoints) {
    const bought = await purchase(app, mila, ['saturday']);
    const request = { codes: [], fees: 'returned', shipping: null, amount: null, reason: 'Rain.' } as const;
    const actor = commandLine('tester');
    const made = await createRefund(parts, { orderCode: bought.code, ...request, actor }, app.clock.now());
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { code, total } = made.value;
    refunds.push({ code, total });
  }
  plans = [];
  for (const _ of chargePoints) {
    const placed = await order(app, mila, ['sandlark-pass-plan'], null, 'credit_card', { savesCard: true });
    await pressAt(app, placed.url!, 'paid');
    await app.server.inbox.idle();
    plans.push((await orderNow(app, mila, placed.order.code)).code);
  }
  await app.close({ keepDatabase: true });
  shop = await givenRestartableShop(database);
});
afterAll(async () => {
  await shop?.stop();
  await database?.drop();
});

/** Moves the shop's time, and lets its process do what is then due. */
async function travel(milliseconds: number): Promise<void> {
  await database.db.run('update clock_shift set shift_ms = shift_ms + $1', [milliseconds]);
}
async function settle(): Promise<void> {
  const { shift } = (await database.db.row<{ shift: number }>('select shift_ms as shift from clock_shift'))!;
  const now = new Date(Date.now() + shift + MINUTE).toISOString();
  const answer = await fetch(`${shop.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  });
  expect(answer.status).toBe(200);
}

/** Kills the process at each point once, in work that `begin` makes due. */
async function killAt(points: readonly Point[], begin: (index: number) => Promise<unknown>): Promise<void> {
  for (const [index, { name, rule }] of points.entries()) {
    const killed = shop.killWhen(rule, new Promise((resolve) => setTimeout(resolve, 60_000)));
    await begin(index);
    expect(await killed, name).toBe(true);
    // What the dead process had claimed falls due again.
    await travel(16 * MINUTE);
  }
}

test('killed between any two steps of a refund or a charge, the process moves each money once', async () => {
  const actor = commandLine('tester');
  const { refunds: parts } = operatorOf({ db: database.db, url: shop.url }).parts;
  await killAt(refundPoints, (index) => startRefund(parts, { code: refunds[index]!.code, actor }, new Date()));
  for (let hours = 0; hours < 3; hours += 1) {
    await travel(60 * MINUTE);
    await settle();
  }
  const due = (await database.db.row<{ due: Date }>(
    `select p.due_at as due from payments p join orders o on o.id = p.order_id where o.code = $1 and p.position = 2`,
    [plans[0]],
  ))!.due;
  const { shift } = (await database.db.row<{ shift: number }>('select shift_ms as shift from clock_shift'))!;
  await travel(due.getTime() - 6 * DAY - Date.now() - shift);
  await settle();
  // Each payment is charged in turn.
  await database.db.run('update payments set next_reminder_at = null where position = 2');
  await travel(7 * DAY);
  await killAt(chargePoints, (index) =>
    database.db.run(
      `update payments set next_reminder_at = due_at
       where position = 2 and order_id = (select id from orders where code = $1)`,
      [plans[index]],
    ),
  );
  for (let hours = 0; hours < 26; hours += 13) {
    await travel(13 * 60 * MINUTE);
    await settle();
  }

  const seen = await database.db.rows(
    `select r.code, r.status, (
       select coalesce(sum(s.amount), 0)::int from sandbox_refunds s
       where s.key like r.code || '-%' and s.status = 'done'
     ) as moved
     from refunds r order by r.id`,
  );
  expect(seen).toEqual(refunds.map(({ code, total }) => ({ code, status: 'processed', moved: total })));
  const charged = await database.db.rows(
    `select o.code, p.status, (
       select count(*)::int from sandbox_payments s where s.merchant_reference like p.reference || '-%' and s.status = 'paid'
     ) as times
     from payments p join orders o on o.id = p.order_id
     where p.position = 2 and o.has_payment_plan order by o.id`,
  );
  expect(charged).toEqual(plans.map((code) => ({ code, status: 'paid', times: 1 })));
  expect((await auditShop(database.db, new Date(due.getTime() + DAY))).findings).toEqual([]);
}, 600_000);
