import { expect, test } from 'vitest';
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
