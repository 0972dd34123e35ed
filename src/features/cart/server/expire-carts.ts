import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { closeExpiredCarts, deleteExpiredCarts } from './cart-life-store.ts';

const CARTS_AT_ONCE = 200;
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Closes carts whose time is up. Their units need no release, because a hold ends at the same time as its cart. */
export function expireCarts(db: Db): DueWork {
  return {
    name: 'expire-carts',
    run: (now) => db.transaction((tx) => closeExpiredCarts(tx, now, CARTS_AT_ONCE)),
  };
}

/** Deletes expired carts after a month. Until then, a call with their codes is answered with "expired". */
export function forgetExpiredCarts(db: Db): DueWork {
  return {
    name: 'forget-expired-carts',
    everyMs: 60 * 60 * 1_000,
    run: (now) => deleteExpiredCarts(db, new Date(now.getTime() - KEPT_MS), 1_000),
  };
}
