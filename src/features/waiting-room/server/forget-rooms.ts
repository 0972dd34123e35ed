import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { deleteClosedRooms } from './rooms-store.ts';
import { deleteSpent } from './spent-store.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Deletes closed rooms after a month, with their calls and entries. */
export const forgetRooms = (db: Db): DueWork => ({
  name: 'forget-waiting-rooms',
  everyMs: 60 * 60 * 1_000,
  run: (now) => deleteClosedRooms(db, new Date(now.getTime() - KEPT_MS)),
});

export const forgetSpentChallenges = (db: Db): DueWork => ({
  name: 'forget-spent-challenges',
  everyMs: 60_000,
  run: (now) => deleteSpent(db, now),
});
