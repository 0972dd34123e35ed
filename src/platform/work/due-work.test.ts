import { afterEach, expect, test, vi } from 'vitest';
import { fixedClock } from '#platform/clock/clock.ts';
import { createWorker, type DueWork, type Worker } from './due-work.ts';

const clock = fixedClock(new Date('2026-11-20T12:00:00Z'));
let worker: Worker | undefined;

afterEach(async () => {
  await worker?.stop();
});

const counting = (name: string): DueWork & { rounds: number } => ({
  name,
  rounds: 0,
  async run() {
    this.rounds += 1;
    return 0;
  },
});

test('other work continues while one hangs', async () => {
  let release = () => {};
  const hanging: DueWork = { name: 'hanging', run: () => new Promise((resolve) => (release = () => resolve(0))) };
  const other = counting('other');
  worker = createWorker({ clock, work: [hanging, other], roundMs: 2, onError: () => {} });
  worker.start();
  await expect.poll(() => other.rounds).toBeGreaterThan(3);
  release();
});

test('the error of work that fails is passed on, the work is retried, and other work continues', async () => {
  const errors: string[] = [];
  const failing: DueWork = { name: 'failing', run: () => Promise.reject(new Error('broken')) };
  const other = counting('other');
  worker = createWorker({ clock, work: [failing, other], roundMs: 2, onError: (name) => errors.push(name) });
  worker.start();
  await expect.poll(() => other.rounds).toBeGreaterThan(2);
  await expect.poll(() => errors.length).toBeGreaterThan(2);
  expect(new Set(errors)).toEqual(new Set(['failing']));
});

test('running all due work includes what other work has made due', async () => {
  let made = 0;
  let done = 0;
  const first: DueWork = {
    name: 'first',
    async run() {
      if (made === 3) return 0;
      made += 1;
      return 1;
    },
  };
  const second: DueWork = {
    name: 'second',
    async run() {
      if (done === made) return 0;
      done += 1;
      return 1;
    },
  };
  worker = createWorker({ clock, work: [second, first], onError: () => {} });
  await worker.runAllDue();
  expect(done).toBe(3);
});

test('running all due work gives one round to work that is only due every few minutes', async () => {
  const rare = { ...counting('rare'), everyMs: 60_000 };
  let left = 3;
  const often = { ...counting('often'), run: async () => (left > 0 ? left-- : 0) };
  worker = createWorker({ clock, work: [often, rare], onError: () => {} });
  await worker.runAllDue();
  expect([left, rare.rounds]).toEqual([0, 1]);
  await worker.runAllDue();
  expect(rare.rounds).toBe(2);
});

test('a stopped worker runs nothing', async () => {
  const work = counting('work');
  worker = createWorker({ clock, work: [work], roundMs: 2, onError: () => {} });
  worker.start();
  await expect.poll(() => work.rounds).toBeGreaterThan(0);
  await worker.stop();
  const rounds = work.rounds;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(work.rounds).toBe(rounds);
});

test('work that keeps failing is retried less often, at least every ten seconds, until it works', async () => {
  vi.useFakeTimers();
  let fails = true;
  const tries: number[] = [];
  const begun = Date.now();
  const work = {
    name: 'fails',
    async run() {
      tries.push(Math.round((Date.now() - begun) / 1_000));
      if (fails) throw new Error('away');
      return 0;
    },
  };
  const worker = createWorker({ clock: fixedClock(new Date()), work: [work], onError: () => {} });
  worker.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toEqual([1, 3, 7, 15, 25, 35, 45, 55]);
  fails = false;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(tries.slice(8)).toEqual([65, 66, 67, 68]);
  await worker.stop();
  vi.useRealTimers();
});
