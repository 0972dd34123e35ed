import fc from 'fast-check';
import { expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { DAY } from './money-model.ts';
import { moneySteps, pass } from './money-steps.ts';
import type { MoneyWorld } from './money-world.ts';
import { comparePayouts, compareWarnings } from './payout-steps.ts';
import { Picks } from './step.ts';
import type { Count } from './walk.ts';

const weighted = Object.entries(moneySteps).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));

interface Started {
  readonly world: MoneyWorld;
  readonly count: Count;
}

class MoneyWalkStep implements fc.AsyncCommand<Started, Started> {
  readonly name: string;
  readonly numbers: readonly number[];
  private outcome = '';
  constructor(name: string, numbers: readonly number[]) {
    this.name = name;
    this.numbers = numbers;
  }
  check(): boolean {
    return true;
  }
  async run({ world, count }: Started): Promise<void> {
    this.outcome = await firstPossible(this.name, world, new Picks(this.numbers));
    count.set(this.outcome, (count.get(this.outcome) ?? 0) + 1);
    await world.app.settle();
    expect(world.model.breaches).toEqual([]);
    await expectNoAdmissionDuringDispute(world);
  }
  toString(): string {
    return this.outcome || this.name;
  }
}

async function firstPossible(name: string, world: MoneyWorld, picks: Picks): Promise<string> {
  const others = Array.from({ length: 5 }, () => picks.of(weighted)!);
  const first = world.provider.isDown && picks.oneIn(4) ? 'provider down' : name;
  for (const one of [first, ...others, 'buy']) {
    const came = await moneySteps[one]!.step(world, picks);
    if (came !== null) return `${one}: ${came}`;
  }
  throw new Error('No step is possible any more');
}

/** Generates walks of at most `length` steps. */
export const moneyWalks = (length: number) =>
  fc.commands(
    weighted.map((name) =>
      fc
        .array(fc.nat(9_999), { minLength: 30, maxLength: 30 })
        .map((numbers) => new MoneyWalkStep(name, numbers) as fc.AsyncCommand<Started, Started>),
    ),
    { maxCommands: length, size: 'max' },
  );

/** Walks once through a new shop, and counts all money at the end. */
export async function moneyWalk(
  world: MoneyWorld,
  commands: Iterable<fc.AsyncCommand<Started, Started>>,
  count: Count,
): Promise<void> {
  const state: Started = { world, count };
  await fc.asyncModelRun(() => ({ model: state, real: state }), commands);
  await checkAtEnd(world);
}

async function expectNoAdmissionDuringDispute({ app, model }: MoneyWorld): Promise<void> {
  const disputed = model.orders
    .filter((order) =>
      // Once the money is taken, the order lacks it or was paid again, so the dispute no longer decides.
      model.paymentsOf(order).some((one) => one.dispute?.state === 'open'),
    )
    .map(({ code }) => code);
  const admitted = await app.db.rows(
    `select o.code, o.payment_status as status from tickets t join orders o on o.id = t.order_id
     where o.code = any($1) and t.status = 'active' and not t.pending`,
    [disputed],
  );
  expect(admitted).toEqual([]);
}

async function checkAtEnd(world: MoneyWorld): Promise<void> {
  const { app, model, provider } = world;
  // Within three days the shop recovers everything that was lost during the walk.
  provider.isDown = false;
  provider.lost.clear();
  for (const outage of model.outages) outage.to = Math.min(outage.to, model.now);
  for (let day = 0; day < 3; day += 1) await pass(world, DAY);
  expect(model.breaches).toEqual([]);
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await compareBooks(world);
  await comparePayouts(world);
  await compareWarnings(world);
  await compareOrders(world);
  await compareRefunds(world);
}

/** Compares the shop's accounts at the provider and at the bank, order by order. */
async function compareBooks({ app, model }: MoneyWorld): Promise<void> {
  const rows = await app.db.rows<{ account: string; code: string | null; sum: number }>(
    `select e.account, o.code, sum(e.amount)::bigint as sum
     from ledger_entries e
       join ledger_transactions t on t.id = e.transaction_id
       left join orders o on o.id = t.order_id
     where e.account in ('gateway:sandbox', 'bank') and t.kind not in ('payout', 'payout_failed')
     group by 1, 2`,
  );
  const booked = (account: string, code: string | null) =>
    rows.find((row) => row.account === account && row.code === code)?.sum ?? 0;
  expect([null, booked('gateway:sandbox', null)]).toEqual([null, model.foreign]);
  for (const order of model.orders) {
    const { code } = order;
    expect([code, booked('gateway:sandbox', code), booked('bank', code)]).toEqual([
      code,
      model.balanceAtProvider(order),
      model.balanceAtBank(order),
    ]);
  }
}

interface SeenOrder {
  [column: string]: unknown;
  code: string;
  status: string;
  paid: number;
  total: number;
  isReleased: boolean;
  hasRefunds: boolean;
  /** The number of active tickets that are not admitted yet. */
  pending: number;
}

async function compareOrders({ app, model }: MoneyWorld): Promise<void> {
  const seen = await app.db.rows<SeenOrder>(
    `select o.code, o.payment_status as status, o.total_paid as paid, o.total_price as total,
       o.stock_released as "isReleased",
       exists (select from refunds r where r.order_id = o.id and r.status <> 'cancelled') as "hasRefunds",
       (select count(*) from tickets t where t.order_id = o.id and t.pending and t.status = 'active') as pending
     from orders o order by o.id`,
  );
  expect(seen.map(({ code }) => code)).toEqual(model.orders.map(({ code }) => code));
  for (const [at, order] of model.orders.entries()) {
    const { code, status, paid, total, isReleased, hasRefunds, pending } = seen[at]!;
    const came = order.parts.reduce((sum, { reference }) => sum + model.paidFor(order, reference), 0);
    if (isReleased || hasRefunds || model.isContested(order)) continue;
    const expected = came >= total ? 'paid' : came > 0 ? 'partial' : 'pending';
    expect([code, paid, status]).toEqual([code, came, expected]);
    if (expected === 'paid') expect([code, pending]).toEqual([code, 0]);
    for (const part of order.parts) {
      if (!model.mustBeCollected(order, part)) continue;
      expect([part.reference, model.paidFor(order, part.reference)]).toEqual([part.reference, part.amount]);
    }
  }
}

async function compareRefunds({ app, model }: MoneyWorld): Promise<void> {
  const refunds = await app.db.rows<{ code: string; status: string; total: number; movements: string[] }>(
    `select r.code, r.status, r.total,
       coalesce((
         select jsonb_agg(coalesce(m.gateway, 'bank') || ' ' || m.status order by m.position)
         from refund_movements m where m.refund_id = r.id
       ), '[]') as movements
     from refunds r order by r.id`,
  );
  for (const { code, status, total, movements } of refunds) {
    const moved = model.movedFor(model.orderOf(code)!, code);
    const isAccepted = status !== 'active' && status !== 'cancelled';
    const isDone = isAccepted && moved === total;
    expect([code, status === 'processed', moved <= total], `${moved} of ${total}: ${movements}`).toEqual([
      code,
      isDone,
      true,
    ]);
    // After three days no refund to a card is still pending.
    expect([code, movements.includes('sandbox pending')]).toEqual([code, false]);
  }
}
