import { afterEach, expect, test, vi } from 'vitest';
import { sharedRead } from './shared-read.ts';

afterEach(() => vi.useRealTimers());

test('calls during a read share one read that begins after it', async () => {
  let reads = 0;
  const ends: (() => void)[] = [];
  const read = sharedRead(() => {
    reads += 1;
    const mine = reads;
    return new Promise<number>((resolve) => ends.push(() => resolve(mine)));
  });
  const first = read();
  const meanwhile = [read(), read(), read()];
  expect(reads).toBe(1);
  ends[0]!();
  expect(await first).toBe(1);
  await Promise.resolve();
  ends[1]!();
  expect(await Promise.all(meanwhile)).toEqual([2, 2, 2]);
  expect(reads).toBe(2);
});

test('only the callers of a failed read get its error', async () => {
  let reads = 0;
  const read = sharedRead(async () => {
    reads += 1;
    if (reads === 1) throw new Error('away');
    return reads;
  });
  const first = read();
  const second = read();
  await expect(first).rejects.toThrow('away');
  expect(await second).toBe(2);
  expect(await read()).toBe(3);
});

test('calls in the pause after a read share the next read, and later ones do not wait', async () => {
  vi.useFakeTimers();
  let reads = 0;
  const read = sharedRead(
    async () => ++reads,
    () => 20,
  );
  expect(await read()).toBe(1);
  const early = read();
  await vi.advanceTimersByTimeAsync(19);
  const late = read();
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all([early, late])).toEqual([2, 2]);
  await vi.advanceTimersByTimeAsync(20);
  void read();
  expect(reads).toBe(3);
});
