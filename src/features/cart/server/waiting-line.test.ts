import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds, seed } from '../../../../test/support/rounds.ts';
import { createWaitingLine } from './waiting-line.ts';
import type { WantedItem } from './wanted-item.ts';

const wants = (externalCode: string, cartCode: string | null = null) => ({
  wanted: { kind: 'tickets', externalCode, cartCode, customerId: null, holder: null } satisfies WantedItem,
});
type One = ReturnType<typeof wants>;

function given(...ones: One[]) {
  const line = createWaitingLine<One>();
  for (const one of ones) line.join(one);
  return line;
}

test('those who wait for different items go together, in their order of arrival', () => {
  const ones = [wants('pass'), wants('coach'), wants('pass')];
  expect(given(...ones).take()).toEqual(ones);
});

test('given an item at work, then who wants it lets others by, until it is free', () => {
  const line = given(wants('pass'));
  const [atWork] = line.take();
  const [first, other, second] = [wants('pass'), wants('coach'), wants('pass')];
  for (const one of [first, other, second]) line.join(one);
  expect(line.take()).toEqual([other]);
  expect(line.take()).toEqual([]);
  line.leave([atWork!]);
  expect(line.take()).toEqual([first, second]);
});

test('given a cart at work, then its next add waits, whatever the item', () => {
  const line = given(wants('pass', 'cart-1'));
  const [atWork] = line.take();
  const [next, other] = [wants('coach', 'cart-1'), wants('coach', 'cart-2')];
  line.join(next);
  line.join(other);
  expect(line.take()).toEqual([other]);
  line.leave([other, atWork!]);
  expect(line.take()).toEqual([next]);
});

test('given several adds of one cart, then they go one after the other, in their order of arrival', () => {
  const ones = [wants('pass', 'cart-1'), wants('coach', 'cart-1'), wants('shirt', 'cart-1')];
  const line = given(...ones);
  for (const one of ones) {
    const batch = line.take();
    expect(batch).toEqual([one]);
    line.leave(batch);
  }
});

test('given an add that waits for its item, then the next one of its cart does not overtake it', () => {
  const line = given(wants('pass'));
  const atWork = line.take();
  const [first, second] = [wants('pass', 'cart-1'), wants('coach', 'cart-1')];
  line.join(first);
  line.join(second);
  expect(line.take()).toEqual([]);
  line.leave(atWork);
  expect(line.take()).toEqual([first]);
});

test('more than 32 go in several turns, and those who wait are counted by item', () => {
  const line = given(...Array.from({ length: 40 }, () => wants('pass')), wants('coach'));
  expect([line.waitingFor('pass'), line.waitingFor('coach'), line.waitingFor('shirt')]).toEqual([40, 1, 0]);
  const batch = line.take();
  expect(batch).toHaveLength(32);
  expect([line.waitingFor('pass'), line.waitingFor('coach')]).toEqual([8, 1]);
});

/** The rule itself, in as many words: the whole line is looked at in each turn. */
function lineAsTheRuleSays() {
  let line: One[] = [];
  const atWork = new Set<One>();
  const isOf = (one: One, other: One) =>
    one.wanted.externalCode === other.wanted.externalCode ||
    (one.wanted.cartCode !== null && one.wanted.cartCode === other.wanted.cartCode);
  return {
    join: (one: One) => void line.push(one),
    take() {
      const carts = new Set<string>();
      const batch: One[] = [];
      for (const one of line) {
        const { cartCode } = one.wanted;
        const mayGo = batch.length < 32 && !(cartCode !== null && carts.has(cartCode));
        if (mayGo && ![...atWork].some((other) => isOf(one, other))) batch.push(one);
        if (cartCode !== null) carts.add(cartCode);
      }
      line = line.filter((one) => !batch.includes(one));
      for (const one of batch) atWork.add(one);
      return batch;
    },
    leave(batch: readonly One[]) {
      for (const one of batch) atWork.delete(one);
    },
    count: (code: string) => line.filter(({ wanted }) => wanted.externalCode === code).length,
  };
}

test('whoever comes and goes in whatever order, each turn has those whom the rule names, in their order of arrival', () => {
  const item = fc.constantFrom('pass', 'coach', 'shirt');
  const cart = fc.option(fc.constantFrom('cart-1', 'cart-2', 'cart-3'));
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('join' as const), item, cart, times: fc.nat({ max: 30 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('take' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), which: fc.nat(), half: fc.boolean() }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [line, rule] = [createWaitingLine<One>(), lineAsTheRuleSays()];
      const batches: One[][] = [];
      const arrivals = new Map<One, number>();
      for (const next of steps) {
        if (next.kind === 'join') {
          for (let times = 0; times <= next.times; times += 1) {
            const one = wants(next.item, next.cart);
            arrivals.set(one, arrivals.size);
            line.join(one);
            rule.join(one);
          }
        } else if (next.kind === 'take') {
          const batch = line.take();
          expect(batch.map((one) => arrivals.get(one))).toEqual(rule.take().map((one) => arrivals.get(one)));
          if (batch.length > 0) batches.push(batch);
        } else if (batches.length > 0) {
          const [batch] = batches.splice(next.which % batches.length, 1);
          // Those of one item may leave before the others of their turn.
          const [first, others] = Object.values(
            Object.groupBy(batch!, (one) => String(next.half && one.wanted.externalCode === 'pass')),
          );
          for (const leaving of [first!, others ?? []]) {
            line.leave(leaving);
            rule.leave(leaving);
          }
        }
        for (const code of ['pass', 'coach', 'shirt']) expect(line.waitingFor(code)).toBe(rule.count(code));
      }
    }),
    { numRuns: 150 * rounds, seed },
  );
});

test('given a line that is eight times as long, then each of it is looked at as often as in a short one', () => {
  const looksAtEach = (length: number) => {
    let looks = 0;
    const line = createWaitingLine<One>();
    const seen = (one: One): One => ({
      get wanted() {
        looks += 1;
        return one.wanted;
      },
    });
    const atWork: One[][] = [];
    for (let count = 0; count < length; count += 1) {
      line.join(seen(wants(count % 10 === 0 ? 'coach' : 'pass', count % 3 === 0 ? `cart-${count}` : null)));
      // Whoever joins asks whether anybody can go.
      atWork.push(line.take());
    }
    let gone = 0;
    for (let batch = atWork.shift(); batch; batch = atWork.shift()) {
      if (batch.length === 0) continue;
      gone += batch.length;
      line.leave(batch);
      atWork.push(line.take());
    }
    expect(gone).toBe(length);
    return looks / length;
  };
  expect(looksAtEach(4_000)).toBe(looksAtEach(500));
});
