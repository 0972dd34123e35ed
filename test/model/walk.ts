import fc from 'fast-check';
import { expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { verifyTicketCode } from '#features/tickets/server/public.ts';
import { customers, DAY, Model, type Order } from './model.ts';
import { Picks, takeOverStatuses } from './step.ts';
import { steps } from './steps.ts';
import {
  byText,
  keepDocuments,
  type SeenOrder,
  type SeenReceipt,
  seenOrders,
  seenReceipts,
  ticketCodes,
  type World,
} from './world.ts';

/** The number of times each outcome of each step occurred, over all walks. */
export type Count = Map<string, number>;

/** The names of the steps, repeated by weight. */
const weighted = Object.entries(steps).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));

interface Started {
  readonly model: Model;
  readonly world: World;
  readonly count: Count;
}

class WalkStep implements fc.AsyncCommand<Started, Started> {
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
  async run({ model, world, count }: Started): Promise<void> {
    const picks = new Picks(this.numbers);
    this.outcome = await firstPossible(this.name, model, world, picks);
    count.set(this.outcome, (count.get(this.outcome) ?? 0) + 1);
    await world.app.settle();
    await takeOverStatuses(model, world);
    model.tick();
    await keepDocuments(world);
    await compare(model, world);
    await scanTickets(model, world);
  }
  toString(): string {
    return this.outcome || '-';
  }
}

/** Does a step. If it finds nothing to act on, other steps are tried, and finally a purchase. */
async function firstPossible(name: string, model: Model, world: World, picks: Picks): Promise<string> {
  const others = Array.from({ length: 5 }, () => picks.of(weighted)!);
  for (const one of [name, ...others, 'buy']) {
    const outcome = await steps[one]!.step(model, world, picks);
    if (outcome !== null) return `${one}: ${outcome}`;
  }
  throw new Error('No step is possible any more');
}

async function compare(model: Model, world: World): Promise<void> {
  expect(await seenOrders(world)).toEqual(model.orders.map(expected));
  const receipts = model.receipts.map(
    ({ order, payment, attention, suspended, isSettled }): SeenReceipt => [
      order?.code ?? null,
      payment?.reference ?? null,
      attention,
      suspended,
      isSettled,
    ],
  );
  expect(await seenReceipts(world)).toEqual(receipts.sort(byText));
}

/** Returns an order's rows as the model expects them. */
const expected = (order: Order): SeenOrder => ({
  code: order.code,
  status: order.status,
  paid: order.paid,
  refunded: order.refunded,
  released: order.released,
  sold: order.isSold ? order.total : 0,
  payments: order.payments.map(({ reference, paid, status }) => [reference, paid, status]),
  items: order.lines.map(({ good, departure, item }) =>
    item === null
      ? null
      : {
          status: item.status,
          pending: item.pending,
          generation: item.generation,
          manager: customers[item.manager]!.email,
          name: good.kind === 'tickets' ? item.name : null,
          seat: departure,
        },
  ),
  units: order.lines.map((line) => line.hasUnit),
  refunds: order.refunds.map(({ code, status, total }) => [code, status, total]),
});

/** Generates walks of at most `length` steps. */
export const walks = (length: number) =>
  fc.commands(
    weighted.map((name) =>
      fc
        .array(fc.nat(9_999), { minLength: 30, maxLength: 30 })
        .map((numbers) => new WalkStep(name, numbers) as fc.AsyncCommand<Started, Started>),
    ),
    { maxCommands: length, size: 'max' },
  );

/** Walks once through a new shop, and checks everything at the end. */
export async function walk(
  world: World,
  commands: Iterable<fc.AsyncCommand<Started, Started>>,
  count: Count,
): Promise<void> {
  const model = new Model(world.app.clock.now());
  const state: Started = { model, world, count };
  await fc.asyncModelRun(() => ({ model: state, real: state }), commands);
  await checkAtEnd(state);
}

async function checkAtEnd({ model, world }: Started): Promise<void> {
  const { app } = world;
  await app.db.run('delete from rate_limits');
  // Within two days the shop recovers everything that was lost during the walk.
  for (const days of [1, 1]) {
    model.now += days * DAY;
    await app.travel(days * DAY);
    await takeOverStatuses(model, world);
    model.tick();
  }
  await compare(model, world);
  for (const { payments } of model.orders) {
    for (const { attempts } of payments)
      for (const one of attempts) expect([one.reference, one.known]).toEqual([one.reference, one.truth]);
  }
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  for (const order of model.orders) expect(order.refunded).toBeLessThanOrEqual(order.paid);
  await checkTickets(model, world);
}

/**
 * Scans all documents that a ticket ever had: at most the newest admits, and only while the model admits the ticket.
 */
async function scanTickets(model: Model, world: World): Promise<void> {
  const { app } = world;
  const { keys } = (await (await app.fetch('/tickets/keys.json')).json()) as { keys: never[] };
  const { revoked } = (await (await app.fetch('/tickets/revoked.json')).json()) as { revoked: never[] };
  for (const { text, code, generation, orderCode, position } of world.issuedCodes.values()) {
    const order = model.orders.find((one) => one.code === orderCode)!;
    const { good, item } = order.lines[position]!;
    const seen = verifyTicketCode(text, keys, good.scannedAt, revoked);
    expect([code, generation, seen.valid]).toEqual([code, generation, model.mayBeAdmitted(order, item!, generation)]);
  }
}

/**
 * Checks that a ticket's document can be downloaded exactly while the ticket may be admitted, and never by an old code.
 */
async function checkTickets(model: Model, world: World): Promise<void> {
  const { app } = world;
  await keepDocuments(world);
  await scanTickets(model, world);
  let downloads = 0;
  for (const order of model.orders) {
    const codes = await ticketCodes(world, order.code);
    for (const [position, { good, item }] of order.lines.entries()) {
      if (good.kind !== 'tickets' || !item) continue;
      const documents = [...world.issuedCodes.values()].filter(
        (one) => one.orderCode === order.code && one.position === position,
      );
      for (const { code } of documents) {
        if (code === codes[position]) continue;
        const dead = await app.fetch(`/download-ticket/${encodeURIComponent(item.email)}/${code}`);
        expect([code, dead.status]).toEqual([code, 404]);
      }
      const isReady = model.mayBeAdmitted(order, item, item.generation);
      if (isReady && ++downloads > 2) continue;
      const answer = await app.fetch(`/download-ticket/${encodeURIComponent(item.email)}/${codes[position]}`);
      expect([codes[position], answer.status]).toEqual([codes[position], isReady ? 200 : 404]);
    }
  }
}
