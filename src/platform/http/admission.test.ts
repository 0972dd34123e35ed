import { expect, test } from 'vitest';
import { type Admission, createAdmission, type Work } from './admission.ts';

function given({ mostNew = 10, busyAfterMs = 100, random = 0.5 } = {}) {
  const load = { poolWaitMs: 0, now: 0 };
  const admission = createAdmission(
    { mostNew, busyAfterMs },
    { poolWaitMs: () => load.poolWaitMs, monotonicMs: () => load.now, random: () => random },
  );
  /** Looks at the load so many times, each at its time. */
  const looks = (count: number) => {
    for (let look = 0; look < count; look += 1) {
      load.now += 50;
      admission.tick();
    }
  };
  return { load, admission, looks };
}

/** How many of a kind are let in at once. */
function letIn(admission: Admission, work: Work, count = 100): number {
  const entries = Array.from({ length: count }, () => admission.enter(work));
  const admitted = entries.filter((entry) => entry.admitted);
  for (const entry of admitted) entry.leave();
  return admitted.length;
}

test('given a shop with nothing to do, then as much new work is let in at once as is set, and who leaves makes room', () => {
  const { admission } = given();
  expect(letIn(admission, 'begin')).toBe(10);
  expect(letIn(admission, 'begin')).toBe(10);
});

test('given somebody who leaves twice, then one place is free and not two', () => {
  const { admission } = given({ mostNew: 1 });
  const first = admission.enter('begin');
  if (first.admitted) first.leave();
  const second = admission.enter('begin');
  if (first.admitted) first.leave();
  expect([second.admitted, admission.enter('begin').admitted]).toEqual([true, false]);
});

test('given one slow moment, then all are let in again after a second and a half', () => {
  const { load, admission, looks } = given({ mostNew: 200 });
  load.poolWaitMs = 5_000;
  looks(1);
  expect(letIn(admission, 'begin', 300)).toBe(16);
  load.poolWaitMs = 0;
  looks(30);
  expect(letIn(admission, 'begin', 300)).toBe(200);
});

test('given a queue that stands, then within a second nothing new is let in, and those who are in can go on', () => {
  const { load, admission, looks } = given({ mostNew: 200 });
  load.poolWaitMs = 150;
  looks(20);
  expect([letIn(admission, 'begin'), letIn(admission, 'look'), letIn(admission, 'finish')]).toEqual([0, 100, 100]);
});

test('given new work that takes too long, then fewer are let in than were at work, and more again when it is quick', () => {
  const { load, admission, looks } = given({ mostNew: 200 });
  const work = (milliseconds: number) => {
    const entries = Array.from({ length: 8 }, () => admission.enter('begin'));
    load.now += milliseconds;
    for (const entry of entries) if (entry.admitted) entry.leave();
  };
  for (let times = 0; times < 10; times += 1) {
    work(140);
    load.now -= 140;
    looks(1);
  }
  expect(letIn(admission, 'begin', 300)).toBeLessThan(20);
  looks(60);
  expect(letIn(admission, 'begin', 300)).toBe(200);
});

test('given work under way that does not end, then that is a sign as well', () => {
  const { admission, looks } = given({ mostNew: 20 });
  admission.enter('begin');
  looks(7);
  expect(letIn(admission, 'begin')).toBe(19);
  looks(20);
  expect(letIn(admission, 'begin')).toBeLessThan(3);
});

test('given a queue that stands far too long, then who only looks is refused as well, and those who are in can still go on', () => {
  const { load, admission, looks } = given();
  load.poolWaitMs = 5_000;
  looks(60);
  expect([letIn(admission, 'begin'), letIn(admission, 'look'), letIn(admission, 'finish')]).toEqual([0, 0, 100]);
});

test('given a queue that is gone, then all are let in again within three seconds', () => {
  const { load, admission, looks } = given({ mostNew: 200 });
  load.poolWaitMs = 5_000;
  looks(200);
  load.poolWaitMs = 0;
  looks(60);
  expect(letIn(admission, 'begin', 300)).toBe(200);
});

test('given a turn of the event loop that takes too long, then the rest of what came in it is refused at once', () => {
  const { load, admission } = given();
  admission.start();
  load.now += 149;
  expect(letIn(admission, 'begin')).toBe(10);
  load.now += 3;
  expect([letIn(admission, 'begin'), letIn(admission, 'finish')]).toEqual([0, 100]);
  admission.stop();
});

test('given more at once than memory is for, then even those who are in are refused', () => {
  const { admission } = given();
  expect(letIn(admission, 'finish', 5_000)).toBe(4_000);
});

test.each([
  [0, 2],
  [0.5, 4],
  [0.999, 5],
])('given many who are refused, then each is told another moment of the next seconds (%f: %i s)', (random, seconds) => {
  const { admission } = given({ mostNew: 0, random });
  expect(admission.enter('begin')).toEqual({ admitted: false, retryAfter: seconds });
});
