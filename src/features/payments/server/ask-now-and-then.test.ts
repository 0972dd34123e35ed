import { expect, test } from 'vitest';
import { askNowAndThen } from './ask-now-and-then.ts';

function given() {
  let now = 0;
  const asked: number[] = [];
  const inTurn = askNowAndThen(3_000, () => now);
  const ask = (id: number) => inTurn(id, async () => void asked.push(id));
  const at = (moment: number) => {
    now = moment;
  };
  return { ask, asked, at };
}

test('one thing is queried once in three seconds, however many callers there are', async () => {
  const { ask, asked, at } = given();
  for (const moment of [0, 1, 2_999]) {
    at(moment);
    await ask(7);
  }
  expect(asked).toEqual([7]);
  at(3_000);
  await ask(7);
  expect(asked).toEqual([7, 7]);
});

test('other things are queried meanwhile', async () => {
  const { ask, asked } = given();
  await Promise.all([ask(1), ask(2), ask(1)]);
  expect(asked).toEqual([1, 2]);
});

test('a failed query fails for all its callers, and is repeated later', async () => {
  let now = 0;
  const inTurn = askNowAndThen(3_000, () => now);
  const fails = () => Promise.reject(new Error('away'));
  await expect(Promise.all([inTurn(1, fails), inTurn(1, fails)])).rejects.toThrow('away');
  now = 3_000;
  await expect(inTurn(1, async () => {})).resolves.toBeUndefined();
});
