import { expect, test } from 'vitest';
import { atMost, TooManyWaiting } from './at-most.ts';

/** Returns work that each caller ends by hand. */
function given(atOnce: number, maxWaiting: number) {
  const inTurn = atMost({ what: 'a test', atOnce, maxWaiting, retryAfter: 7 });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const come = (name: string) =>
    inTurn(
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name);
          ends.set(name, (error) => (error ? reject(error) : resolve(name)));
        }),
    );
  return { begun, ends, come };
}

test('work beyond the limit begins in order of arrival as places become free', async () => {
  const { begun, ends, come } = given(2, 10);
  const all = ['a', 'b', 'c', 'd'].map(come);
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')!();
  await all[1];
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('a')!();
  await all[0];
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd']) ends.get(name)!();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('work beyond what may wait is refused immediately with a time to retry', async () => {
  const { ends, come } = given(1, 1);
  const [first, second] = [come('a'), come('b')];
  const refused = await come('c').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooManyWaiting);
  expect(refused).toMatchObject({ retryAfter: 7 });
  ends.get('a')!();
  await first;
  ends.get('b')!();
  expect(await second).toBe('b');
});

test('work that fails leaves its place to the next', async () => {
  const { ends, come } = given(1, 1);
  const [first, second] = [come('a'), come('b')];
  ends.get('a')!(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  ends.get('b')!();
  expect(await second).toBe('b');
});
