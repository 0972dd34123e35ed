import { expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { reviveEnded } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { commandLine } from '#kernel/actor.ts';
import { randomFrom } from '../../../../test/model/seeded-random.ts';
import { rounds, seed } from '../../../../test/support/rounds.ts';
import {
  app,
  cancel,
  DAY,
  givenTransferShop,
  operator,
  placeByTransfer,
  transfer,
} from '../../../../test/support/transfer-shop.ts';
import { lastChange } from './plan-change-store.ts';
import { moveInstalment, splitInstalment, undoPlanChange, waiveInstalments } from './public.ts';

/* Staff change plans while their customers pay, at random and at the same moment. */

givenTransferShop();

const actor = commandLine('Joris');
const parts = () => ({ db: app.db, money: operator.parts.money });
const clock = () => app.clock.now();
const findings = async () => (await auditShop(app.db, clock())).findings;
const begun = async (): Promise<Order> => {
  const order = await placeByTransfer('sandlark-pass-plan');
  await transfer(order.code, 5_450);
  return order;
};
const rowsOf = (order: Order) =>
  app.db.rows<{ reference: string; amount: number; paid: number; status: string; due: Date }>(
    `select p.reference, p.amount, p.paid_amount as paid, p.status, p.due_at as due
     from payments p join orders o on o.id = p.order_id where o.code = $1 order by p.position`,
    [order.code],
  );
const idOf = async (order: Order) =>
  (await app.db.row<{ id: number }>('select id from orders where code = $1', [order.code]))!.id;
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
const waive = (reference: string, amount: number | null = null) =>
  waiveInstalments(parts(), { reference, amount, reason: 'random', actor }, clock());
const split = (reference: string, amount: number, secondDay: string) =>
  splitInstalment(parts(), { reference, amount, firstDay: '', secondDay, actor }, clock());
const undo = async (order: Order) => {
  const change = (await lastChange(app.db, await idOf(order)))?.id ?? 0;
  return undoPlanChange(parts(), { order: order.code, change, actor }, clock());
};

test('after random plan changes between random payments, every figure adds up', async () => {
  const random = randomFrom(`plans ${seed}`);
  const orders = [await begun(), await begun(), await begun()];
  const done = new Map<string, number>();
  for (let step = 0; step < 60 * rounds; step += 1) {
    const order = orders[Math.floor(random() * orders.length)]!;
    const rows = await rowsOf(order);
    const instalment = rows[1 + Math.floor(random() * (rows.length - 1))]!;
    const open = instalment.amount - instalment.paid;
    const some = 1 + Math.floor(random() * Math.max(1, open));
    const later = dayOf(new Date(instalment.due.getTime() + (1 + Math.floor(random() * 20)) * DAY));
    const actions = {
      pay: () => (open > 0 ? transfer(instalment.reference, open) : null),
      'pay some': () => transfer(instalment.reference, some),
      'pay too much': () => transfer(order.code, open + some),
      move: () =>
        moveInstalment(
          parts(),
          { reference: instalment.reference, day: later, movesLaterInstalments: random() < 0.7, actor },
          clock(),
        ),
      split: () => split(instalment.reference, some, later),
      waive: () => waive(instalment.reference),
      'waive some': () => waive(instalment.reference, some),
      'waive all': () => (random() < 0.3 ? waive(order.code) : null),
      undo: () => undo(order),
      'undo again': () => undo(order),
      cancel: () => (random() < 0.4 ? cancel(order) : null),
      revive: () => reviveEnded(parts(), { code: order.code, actor }, clock()),
    };
    const names = Object.keys(actions) as (keyof typeof actions)[];
    const name = names[Math.floor(random() * names.length)]!;
    const result = await actions[name]();
    if (result && (!('ok' in result) || result.ok)) done.set(name, (done.get(name) ?? 0) + 1);
    expect(await findings(), `seed ${seed}, step ${step}: ${name} ${instalment.reference}`).toEqual([]);
    if (random() < 0.1) orders[orders.indexOf(order)] = await begun();
  }
  // Otherwise the walk would prove nothing about these actions.
  for (const name of ['pay', 'move', 'split', 'waive some', 'undo'])
    expect(done.get(name) ?? 0, name).toBeGreaterThan(0);
});

test('every figure adds up if a customer pays an instalment while staff waive or split it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const order = await begun();
    const second = `${order.code}-2`;
    const [third] = (await rowsOf(order)).slice(2);
    const change = round % 2 === 0 ? () => waive(second) : () => split(second, 2_000, dayOf(third!.due));
    const [changed, paid] = await Promise.all([change(), transfer(second, 4_800)]);
    const [, instalment] = await rowsOf(order);
    const counted = (await rowsOf(order)).reduce((all, { paid: of }) => all + of, 0);
    // Either the money came first and nothing was left to change, or it came too late for what was waived.
    if (!changed.ok) expect([instalment!.status, counted]).toEqual(['paid', 10_250]);
    else if (round % 2 === 0)
      expect([instalment!.status, paid.attention, counted]).toEqual(['cancelled', 'double', 5_450]);
    else expect(counted).toBe(10_250);
    expect(await findings()).toEqual([]);
  }
});

test('of two members of staff at once, only one waives an instalment, and only one undoes it', async () => {
  const order = await begun();
  const both = await Promise.all([waive(`${order.code}-2`), waive(`${order.code}-2`)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  const undone = await Promise.all([undo(order), undo(order)]);
  expect(undone.filter(({ ok }) => ok)).toHaveLength(1);
  const revived = await begun();
  await cancel(revived);
  const twice = await Promise.all([1, 2].map(() => reviveEnded(parts(), { code: revived.code, actor }, clock())));
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await findings()).toEqual([]);
});
