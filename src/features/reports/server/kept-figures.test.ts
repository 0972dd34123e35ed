import { expect, test } from 'vitest';
import type { OfficeDb } from '#platform/db/db.ts';
import { keptFigures } from './kept-figures.ts';

const AT = new Date('2027-07-12T10:00:00Z');
const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000);

/** Figures that count their reads, each of which takes `tookMs`. */
function given(tookMs: number) {
  let milliseconds = 0;
  let reads = 0;
  const db = { read: (work: (tx: unknown) => unknown) => Promise.resolve(work(null)) } as unknown as OfficeDb;
  const keep = keptFigures(db, () => milliseconds);
  const read = async () => {
    reads += 1;
    milliseconds += tookMs;
    return reads;
  };
  const failing = () => {
    milliseconds += tookMs;
    return Promise.reject(Object.assign(new Error('too long'), { code: '57014' }));
  };
  return {
    ask: (now: Date, key = 'sold') => keep(key, now, read),
    fail: (now: Date, key = 'sold') => keep(key, now, failing),
    keep,
  };
}

test('figures that take long to read are kept for ten minutes, with the time at which they were read', async () => {
  const { ask } = given(3_000);
  expect(await ask(AT)).toEqual({ asOf: AT, figures: 1 });
  expect(await ask(later(10))).toEqual({ asOf: AT, figures: 1 });
  expect(await ask(later(11))).toEqual({ asOf: later(11), figures: 2 });
  expect(await ask(later(11), 'other days')).toEqual({ asOf: later(11), figures: 3 });
});

test('figures that are read quickly are read again each time', async () => {
  const { ask } = given(200);
  await ask(AT);
  expect(await ask(AT)).toEqual({ asOf: AT, figures: 2 });
});

test('a report waits for the one being read, and two callers of the same one share it', async () => {
  const { ask } = given(3_000);
  const all = await Promise.all([ask(AT), ask(later(1), 'tax'), ask(later(2), 'tax')]);
  expect(all.map(({ figures }) => figures)).toEqual([1, 2, 2]);
});

test('callers share figures that are being read, however long that has taken so far', async () => {
  const { keep } = given(0);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = keep('sold', AT, () => promise);
  await Promise.resolve();
  const second = keep('sold', later(1), async () => 'read twice');
  resolve('read');
  expect([await first, await second]).toEqual([
    { asOf: AT, figures: 'read' },
    { asOf: AT, figures: 'read' },
  ]);
});

test('a read that was cancelled for taking too long is not tried again for a minute', async () => {
  const { ask, fail } = given(20_000);
  await expect(fail(AT)).rejects.toThrow('too long');
  await expect(ask(later(1))).rejects.toThrow('too long');
  expect(await ask(later(2))).toEqual({ asOf: later(2), figures: 1 });
});

test('any other failure is not kept, and does not stop the next read', async () => {
  const { keep } = given(0);
  await expect(keep('sold', AT, () => Promise.reject(new Error('connection lost')))).rejects.toThrow('connection lost');
  expect(await keep('sold', AT, async () => 'read')).toEqual({ asOf: AT, figures: 'read' });
});
