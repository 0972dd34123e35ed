import { afterEach, expect, test } from 'vitest';
import { cancelOrder } from '#features/desk/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { operatorOf } from '../support/operator.ts';
import { rounds } from '../support/rounds.ts';
import {
  add,
  newMovement,
  type Placed,
  placeOrder,
  reportDeclined,
  reportPaid,
  roundsUntilWrong,
} from './buying-together.ts';
import { givenTwoShops, setClocks, type TwoShops } from './two-shops.ts';

const MINUTE = 60_000;
let two: TwoShops;
afterEach(() => two.close());

async function stateOf({ code }: Placed) {
  const row = await two.shops[0].db.row<{
    status: string;
    paid: number;
    released: boolean;
    tickets: number;
    receipts: number;
    waiting: number;
  }>(
    `select payment_status as status, total_paid as paid, stock_released as released,
       (select count(*) from tickets where order_id = orders.id and status <> 'cancelled') as tickets,
       (select count(*) from receipts where order_id = orders.id) as receipts,
       (select count(*) from receipts where order_id = orders.id and attention is not null) as waiting
     from orders where code = $1`,
    [code],
  );
  return row!;
}

const paidOnce = ({ amount }: Placed) => ({
  status: 'paid',
  paid: amount,
  released: false,
  tickets: 1,
  receipts: 1,
  waiting: 0,
});

/** Each reader of the order waits until another one has read it too, which only the lock prevents. */
const meetAtOrder = [{ statement: /from orders where id = (any\()?\$1/, meet: true }];
/** Removes the locks that settling and ending an order take first. */
const withoutOrderLocks = [
  { statement: /from orders where id = (any\()?\$1.* for update/, words: /for update/, meet: true },
  { statement: /from payment_attempts\b[\s\S]*for update of a/, words: /for update of a/ },
];

/** Sends the same message several times, to both servers at the same time. */
async function sendSameMessage(times: number): Promise<{ order: Placed; statuses: Set<number> }> {
  const order = await placeOrder(two);
  const movement = newMovement();
  const statuses = await Promise.all(
    Array.from({ length: times }, (_, turn) => reportPaid(two.shops[turn % 2]!, order, movement)),
  );
  return { order, statuses: new Set(statuses) };
}

test('the same message a hundred times at two servers books the money once', async () => {
  two = await givenTwoShops();
  for (let round = 0; round < rounds; round += 1) {
    const { order, statuses } = await sendSameMessage(100);
    expect([...statuses]).toEqual([200]);
    expect(await stateOf(order)).toEqual(paidOnce(order));
  }
  expect(await two.findings()).toEqual([]);
});

test('without the lock on the order, the table still accepts one movement only once', async () => {
  two = await givenTwoShops({ guards: withoutOrderLocks });
  const { order } = await sendSameMessage(4);
  expect(await stateOf(order)).toEqual(paidOnce(order));
  expect(two.removals()).toBeGreaterThan(0);
});

test('without lock, index and check for earlier money, one movement is booked twice', async () => {
  const lookup = { statement: /from receipts\s+where transaction = any/, meet: true };
  // The sale of an order is booked once, with its first money. That check alone would refuse the second booking.
  const sale = { statement: /insert into ledger_transactions/, words: /on conflict \(key\) do nothing/ };
  const moved = { statement: /update payments p/, words: /and p\.status = move\.was/ };
  const drop = [
    'drop index receipts_booked_once',
    'alter table ledger_transactions drop constraint ledger_transactions_key_key',
    'alter table payments drop constraint payments_not_overpaid',
  ];
  two = await givenTwoShops({ guards: [...withoutOrderLocks, lookup, sale, moved], drop });
  const isDouble = async () => (await stateOf((await sendSameMessage(2)).order)).receipts > 1;
  expect(await roundsUntilWrong(isDouble)).not.toBeNull();
});

async function expectPaidWhicheverComesFirst(race: () => Promise<Placed>): Promise<void> {
  const tryIt = async (times: number) => {
    for (let round = 0; round < times; round += 1) {
      const order = await race();
      expect(await stateOf(order)).toEqual(paidOnce(order));
    }
    expect(await two.findings()).toEqual([]);
  };
  two = await givenTwoShops();
  await tryIt(3 * rounds);
  await two.close();
  two = await givenTwoShops({ guards: meetAtOrder });
  await tryIt(2);
}

/** Abandons an order past its deadline at one server, while the other learns that it was paid after all. */
async function abandonWhilePaid(): Promise<Placed> {
  const order = await placeOrder(two);
  await setClocks(two, new Date(two.shops[0].clock.now().getTime() + 45 * MINUTE));
  await Promise.all([two.shops[0].settle(), reportPaid(two.shops[1], order, newMovement())]);
  return order;
}

test('an order whose payment arrives while it is being abandoned is paid and issued', async () => {
  await expectPaidWhicheverComesFirst(abandonWhilePaid);
});

/** Opens two servers at which `act` runs between the first transaction's check (`statement`) and its writes. */
async function givenMoneyBetween(statement: RegExp): Promise<{ arrives(act: () => Promise<unknown>): void }> {
  let waiting: (() => Promise<unknown>) | null = null;
  const between = async () => {
    const act = waiting;
    waiting = null;
    await act?.();
  };
  const withoutLocks = withoutOrderLocks.map(({ statement, words }) => ({ statement, words }));
  two = await givenTwoShops({ guards: [...withoutLocks, { statement, between }] });
  return {
    arrives(act) {
      waiting = act;
    },
  };
}

test('without the lock on the order, a paid order is abandoned', async () => {
  const money = await givenMoneyBetween(/where p\.order_id = \$1 and a\.status in/);
  const order = await placeOrder(two);
  await setClocks(two, new Date(two.shops[0].clock.now().getTime() + 45 * MINUTE));
  money.arrives(() => reportPaid(two.shops[1], order, newMovement()));
  await two.shops[0].settle();
  expect(two.removals()).toBeGreaterThan(0);
  expect(await stateOf(order)).toMatchObject({ status: 'abandoned', paid: order.amount });
});

/**
 * Cancels an order as the operator at one server, while the other learns that it is paid, in an attempt that is open or
 * in one that was declined before.
 */
async function cancelWhilePaid({ isAttemptOpen }: { isAttemptOpen: boolean }): Promise<Placed> {
  const order = await placeOrder(two);
  if (!isAttemptOpen) await reportDeclined(two.shops[0], order);
  const { orders } = operatorOf(two.shops[0]);
  const request = { code: order.code, reason: '', actor: commandLine('operator') };
  await Promise.allSettled([
    cancelOrder(orders, request, two.shops[0].clock.now()),
    reportPaid(two.shops[1], order, newMovement()),
  ]);
  return order;
}

test.each([
  { tried: 'open', isAttemptOpen: true },
  { tried: 'declined', isAttemptOpen: false },
])('a payment during its order’s cancellation, in an attempt that is $tried, pays the order', ({ isAttemptOpen }) =>
  expectPaidWhicheverComesFirst(() => cancelWhilePaid({ isAttemptOpen })),
);

test('without the lock, an order that the operator cancels is paid but has no stock', async () => {
  const money = await givenMoneyBetween(/from refunds\s+where order_id = any\(\$1\) and status <> 'cancelled'/);
  const order = await placeOrder(two);
  await reportDeclined(two.shops[0], order);
  money.arrives(() => reportPaid(two.shops[1], order, newMovement()));
  const { orders } = operatorOf(two.shops[0]);
  const cancelling = { code: order.code, reason: '', actor: commandLine('operator') };
  await cancelOrder(orders, cancelling, two.shops[0].clock.now());
  expect(two.removals()).toBeGreaterThan(0);
  expect(await stateOf(order)).toMatchObject({ status: 'cancelled', paid: order.amount, tickets: 0 });
});

const LODGE = 'lark-lodge';
const lodge = async () =>
  (await two.shops[0].db.row<{ capacity: number; taken: number }>(
    'select capacity, sold + held as taken from shop_items where external_code = $1',
    [LODGE],
  ))!;

/** Reports money for an abandoned order when one unit is left, which another buyer wants. */
async function raceLateMoneyAndBuyer() {
  const { db } = two.shops[0];
  await db.run('update shop_items set capacity = null, capacity_wanted = null where external_code = $1', [LODGE]);
  const order = await placeOrder(two, LODGE);
  await setClocks(two, new Date(two.shops[0].clock.now().getTime() + 45 * MINUTE));
  await two.shops[0].settle();
  await db.run(
    'update shop_items set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where external_code = $1',
    [LODGE],
  );
  const [status, added] = await Promise.all([
    reportPaid(two.shops[1], order, newMovement()),
    add(two, 0, LODGE, { cart: null }),
  ]);
  return { order, status, added: added.status };
}

test('late money or another buyer gets the last unit, and the money is booked or listed', async () => {
  two = await givenTwoShops();
  for (let round = 0; round < 5 * rounds; round += 1) {
    const { order, status, added } = await raceLateMoneyAndBuyer();
    const { capacity, taken } = await lodge();
    expect([status, taken]).toEqual([200, capacity]);
    const state = await stateOf(order);
    if (added === 409) expect(state).toEqual(paidOnce(order));
    else {
      expect(added).toBe(200);
      expect(state).toMatchObject({ status: 'problem', paid: 0, released: true, tickets: 0, receipts: 1, waiting: 1 });
    }
  }
  expect(await two.findings()).toEqual([]);
});

test('without the lock on the item and the table’s own check, both get the last unit', async () => {
  const guards = [
    {
      statement: /from shop_items where id = any\(\$1\) order by id for no key update/,
      words: /for no key update/,
      meet: true,
    },
  ];
  const drop = ['alter table shop_items drop constraint shop_items_never_oversold'];
  two = await givenTwoShops({ guards, drop });
  const goesWrong = async () => {
    await raceLateMoneyAndBuyer();
    const { capacity, taken } = await lodge();
    return taken > capacity;
  };
  expect(await roundsUntilWrong(goesWrong)).not.toBeNull();
  expect(two.removals()).toBeGreaterThan(0);
});
