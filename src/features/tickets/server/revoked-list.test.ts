import { beforeEach, expect, test } from 'vitest';
import { createRevokedList } from './revoked-list.ts';
import type { RevokedTicket } from './revoked-tickets-store.ts';

let reads: number;
let elapsed: number;
let revoked: RevokedTicket[];
let list: ReturnType<typeof createRevokedList>;

beforeEach(() => {
  [reads, elapsed, revoked] = [0, 0, [{ ticketId: 'a', generation: 1 }]];
  list = createRevokedList({
    read: async () => {
      reads += 1;
      return revoked;
    },
    keptMs: 2_000,
    elapsed: () => elapsed,
  });
});

const text = async () => (await list()).plain.toString();

test('a few reads serve all requests within two seconds, even simultaneous ones', async () => {
  for (const moment of [0, 500, 1_999]) {
    elapsed = moment;
    await Promise.all(Array.from({ length: 50 }, () => list()));
  }
  // Requests during a read share the next one, because the running one may lack the latest revocations.
  expect(reads).toBeLessThanOrEqual(2);
  const before = reads;
  elapsed = 4_000;
  await list();
  expect(reads).toBe(before + 1);
});

test('a revoked ticket is on the list within two seconds', async () => {
  await list();
  revoked = [...revoked, { ticketId: 'b', generation: 2 }];
  elapsed = 2_000;
  expect(JSON.parse(await text())).toEqual({
    revoked: [
      { ticket_id: 'a', generation: 1 },
      { ticket_id: 'b', generation: 2 },
    ],
  });
});

test('an unchanged list is served as the same text, with its compressed copies', async () => {
  const first = await list();
  elapsed = 2_000;
  revoked = [...revoked];
  expect(await list()).toBe(first);
});

test('if a read fails, its requests fail, and the next request reads again', async () => {
  let fails = true;
  const flaky = createRevokedList({
    read: async () => {
      if (fails) throw new Error('Connection terminated');
      return revoked;
    },
    keptMs: 2_000,
  });
  await expect(flaky()).rejects.toThrow('Connection terminated');
  fails = false;
  expect(JSON.parse((await flaky()).plain.toString())).toEqual({ revoked: [{ ticket_id: 'a', generation: 1 }] });
});
