import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Admission, createAdmission, type Entry, MAX_WAIT_MS, type Work } from './admission.ts';

function given({ maxNew = 10, busyAfterMs = 100, random = 0.5, coldRequests = 0 } = {}) {
  const load = { poolWaitMs: 0, now: 0 };
  const admission = createAdmission(
    { maxNew, busyAfterMs },
    { poolWaitMs: () => load.poolWaitMs, monotonicMs: () => load.now, random: () => random },
    coldRequests,
  );
  /** Measures the load this many times. */
  const measure = (count: number) => {
    for (let tick = 0; tick < count; tick += 1) {
      load.now += 50;
      admission.tick();
    }
  };
  return { load, admission, measure };
}

/** Returns how many requests of a kind are admitted at once. */
function countAdmitted(admission: Admission, work: Work, count = 100): number {
  const entries = Array.from({ length: count }, () => admission.enter(work));
  const admitted = entries.filter((entry) => entry.admitted);
  for (const entry of admitted) entry.leave();
  return admitted.length;
}

test('an idle shop admits new work up to the limit, and a visitor who leaves makes room', () => {
  const { admission } = given();
  expect(countAdmitted(admission, 'begin')).toBe(10);
  expect(countAdmitted(admission, 'begin')).toBe(10);
});

test('a visitor who leaves twice frees only one place', () => {
  const { admission } = given({ maxNew: 1 });
  const first = admission.enter('begin');
  if (first.admitted) first.leave();
  const second = admission.enter('begin');
  if (first.admitted) first.leave();
  expect([second.admitted, admission.enter('begin').admitted]).toEqual([true, false]);
});

test('a second and a half after one slow moment, all are admitted again', () => {
  const { load, admission, measure } = given({ maxNew: 200 });
  load.poolWaitMs = 5_000;
  measure(1);
  expect(countAdmitted(admission, 'begin', 300)).toBe(16);
  load.poolWaitMs = 0;
  measure(30);
  expect(countAdmitted(admission, 'begin', 300)).toBe(200);
});

test('within a second of a lasting queue, nothing new is admitted, but buyers can continue', () => {
  const { load, admission, measure } = given({ maxNew: 200 });
  load.poolWaitMs = 150;
  measure(20);
  expect([
    countAdmitted(admission, 'begin'),
    countAdmitted(admission, 'browse'),
    countAdmitted(admission, 'finish'),
  ]).toEqual([0, 100, 100]);
});

test('when new work takes too long, fewer are admitted than were running; more when it is fast', () => {
  const { load, admission, measure } = given({ maxNew: 200 });
  const work = (milliseconds: number) => {
    const entries = Array.from({ length: 8 }, () => admission.enter('begin'));
    load.now += milliseconds;
    for (const entry of entries) if (entry.admitted) entry.leave();
  };
  for (let times = 0; times < 10; times += 1) {
    work(140);
    load.now -= 140;
    measure(1);
  }
  expect(countAdmitted(admission, 'begin', 300)).toBeLessThan(20);
  measure(60);
  expect(countAdmitted(admission, 'begin', 300)).toBe(200);
});

test('running work that does not end counts as a sign of load too', () => {
  const { admission, measure } = given({ maxNew: 20 });
  admission.enter('begin');
  measure(7);
  expect(countAdmitted(admission, 'begin')).toBe(19);
  measure(20);
  expect(countAdmitted(admission, 'begin')).toBeLessThan(3);
});

test('new work gets the room that running requests of buyers leave, and buyers are always admitted', () => {
  const { admission } = given({ maxNew: 10 });
  const buyers = Array.from({ length: 7 }, () => admission.enter('finish'));
  expect([
    countAdmitted(admission, 'begin'),
    countAdmitted(admission, 'browse'),
    countAdmitted(admission, 'finish'),
  ]).toEqual([3, 100, 100]);
  for (const buyer of buyers) if (buyer.admitted) buyer.leave();
  expect(countAdmitted(admission, 'begin')).toBe(10);
});

test('after a second, requests of buyers that wait for a gateway no longer take room from new work', () => {
  const { load, admission } = given({ maxNew: 10 });
  const waiting = Array.from({ length: 10 }, () => admission.enter('finish'));
  load.now += 999;
  admission.enter('finish');
  expect(countAdmitted(admission, 'begin')).toBe(0);
  load.now += 1;
  expect(countAdmitted(admission, 'begin')).toBe(9);
  for (const buyer of waiting) if (buyer.admitted) buyer.leave();
  expect(countAdmitted(admission, 'begin')).toBe(9);
});

test('after a start in a rush, buyers do not keep out the work that warms up the process', () => {
  const { admission } = given({ maxNew: 100, coldRequests: 20 });
  for (let buyer = 0; buyer < 200; buyer += 1) admission.enter('finish');
  expect([countAdmitted(admission, 'begin'), countAdmitted(admission, 'begin')]).toEqual([10, 10]);
  expect(countAdmitted(admission, 'begin')).toBe(0);
});

test('when a queue lasts far too long, visitors who browse are refused too, but buyers can continue', () => {
  const { load, admission, measure } = given();
  load.poolWaitMs = 5_000;
  measure(60);
  expect([
    countAdmitted(admission, 'begin'),
    countAdmitted(admission, 'browse'),
    countAdmitted(admission, 'finish'),
  ]).toEqual([0, 0, 100]);
});

test('once a queue has gone, all are admitted again within three seconds', () => {
  const { load, admission, measure } = given({ maxNew: 200 });
  load.poolWaitMs = 5_000;
  measure(200);
  load.poolWaitMs = 0;
  measure(60);
  expect(countAdmitted(admission, 'begin', 300)).toBe(200);
});

test('when a turn of the event loop takes too long, its other requests are refused immediately', () => {
  const { load, admission } = given();
  admission.start();
  load.now += 149;
  expect(countAdmitted(admission, 'begin')).toBe(10);
  load.now += 3;
  expect([countAdmitted(admission, 'begin'), countAdmitted(admission, 'finish')]).toEqual([0, 100]);
  admission.stop();
});

/** Admits one new request that takes this long, while the load is measured. */
function workOf(milliseconds: number, { load, admission, measure }: ReturnType<typeof given>): boolean {
  const entry = admission.enter('begin');
  measure(milliseconds / 50);
  load.now += 400;
  if (entry.admitted) entry.leave();
  return entry.admitted;
}

test('while a new process’s first pages block its event loop for seconds, visitors are admitted', () => {
  const shop = given({ maxNew: 100, coldRequests: 20 });
  shop.admission.start();
  for (let page = 0; page < 10; page += 1) {
    const first = shop.admission.enter('begin');
    expect(workOf(2_000, shop)).toBe(true);
    expect([first.admitted, countAdmitted(shop.admission, 'browse')]).toEqual([true, 100]);
    if (first.admitted) first.leave();
  }
  shop.admission.stop();
});

test('a new process admits ten at the same time, and all once it is warm', () => {
  const { admission, measure } = given({ maxNew: 100, coldRequests: 20 });
  expect([countAdmitted(admission, 'begin'), countAdmitted(admission, 'begin')]).toEqual([10, 10]);
  measure(30);
  expect(countAdmitted(admission, 'begin', 300)).toBe(100);
});

test('a cold process admits no more than the shop does at any time', () => {
  expect(countAdmitted(given({ maxNew: 3, coldRequests: 20 }).admission, 'begin')).toBe(3);
});

test('in a warm process, its first requests are no longer signs of load, but all later ones are', () => {
  const shop = given({ maxNew: 100, coldRequests: 20 });
  const early = shop.admission.enter('begin');
  for (let page = 0; page < 20; page += 1) workOf(2_000, shop);
  shop.measure(60);
  expect(countAdmitted(shop.admission, 'begin', 300)).toBe(99);
  if (early.admitted) early.leave();
  shop.measure(1);
  expect(countAdmitted(shop.admission, 'begin', 300)).toBe(100);
  shop.load.poolWaitMs = 150;
  shop.measure(40);
  expect(countAdmitted(shop.admission, 'begin')).toBe(0);
});

test('with more concurrent work than fits into memory, even visitors who are buying are refused', () => {
  const { admission } = given();
  expect(countAdmitted(admission, 'finish', 5_000)).toBe(4_000);
});

test.each([
  [0, 2],
  [0.5, 4],
  [0.999, 5],
])('the retry times of refused requests are spread over the next seconds (%f: %i s)', (random, seconds) => {
  const { admission } = given({ maxNew: 0, random });
  expect(admission.enter('begin')).toEqual({ admitted: false, retryAfter: seconds });
});

/** Makes calls that can wait in line; `fates` returns the current state of each: admitted, refused or waiting. */
function arrivals(admission: Admission, count: number) {
  const entries: (Entry | null)[] = Array.from({ length: count }, () => null);
  entries.forEach((_, index) => {
    void admission.enterInTurn('begin').then((entry) => {
      entries[index] = entry;
    });
  });
  const fates = () => entries.map((entry) => (entry === null ? 'waits' : entry.admitted ? 'in' : 'refused'));
  const leave = (index: number) => {
    const entry = entries[index];
    if (entry?.admitted) entry.leave();
    return vi.advanceTimersByTimeAsync(0);
  };
  return { fates, leave, settled: () => vi.advanceTimersByTimeAsync(0) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls beyond the limit wait in line and are admitted in order as places become free', async () => {
  const { admission } = given({ maxNew: 2 });
  const { fates, leave, settled } = arrivals(admission, 4);
  await settled();
  expect(fates()).toEqual(['in', 'in', 'waits', 'waits']);
  await leave(1);
  expect(fates()).toEqual(['in', 'in', 'in', 'waits']);
  await leave(0);
  expect(fates()).toEqual(['in', 'in', 'in', 'in']);
});

test('nobody overtakes the calls in line, but a visitor who is buying does not wait', async () => {
  const { admission } = given({ maxNew: 1 });
  const first = admission.enter('begin');
  const { fates, leave, settled } = arrivals(admission, 1);
  await settled();
  const buyer = await admission.enterInTurn('finish');
  expect(buyer.admitted).toBe(true);
  if (buyer.admitted) buyer.leave();
  expect(fates()).toEqual(['waits']);
  if (first.admitted) first.leave();
  expect(admission.enter('begin').admitted).toBe(false);
  await settled();
  expect(fates()).toEqual(['in']);
  await leave(0);
  expect(admission.enter('begin').admitted).toBe(true);
});

test('calls in line are admitted when the shop has room again before the wait is over', async () => {
  const { load, admission, measure } = given();
  load.poolWaitMs = 5_000;
  measure(20);
  const { fates, settled } = arrivals(admission, 3);
  await settled();
  expect(fates()).toEqual(['waits', 'waits', 'waits']);
  load.poolWaitMs = 0;
  measure(20);
  await settled();
  expect(fates()).toEqual(['in', 'in', 'in']);
});

test('calls in line are refused after the longest wait, and the line is empty afterwards', async () => {
  const { load, admission, measure } = given();
  load.poolWaitMs = 5_000;
  measure(20);
  const { fates, settled } = arrivals(admission, 2);
  await vi.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
  expect(fates()).toEqual(['waits', 'waits']);
  await vi.advanceTimersByTimeAsync(1);
  expect(fates()).toEqual(['refused', 'refused']);
  load.poolWaitMs = 0;
  measure(60);
  await settled();
  expect(countAdmitted(admission, 'begin')).toBe(10);
});

test('when the line is full, the next caller is refused immediately', async () => {
  const { admission } = given({ maxNew: 0 });
  const { fates, settled } = arrivals(admission, 402);
  await settled();
  expect(fates().filter((fate) => fate === 'refused')).toHaveLength(2);
  expect(fates().slice(-2)).toEqual(['refused', 'refused']);
});
