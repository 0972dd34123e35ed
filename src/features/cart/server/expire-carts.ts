import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { closeExpiredCarts, deleteExpiredCarts } from './cart-life-store.ts';

const CARTS_AT_ONCE = 200;
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Ends carts whose time is up. Their units need no release here, because a hold ends with its cart. */
export function expireCarts(db: Db): DueWork {
  return {
    name: 'expire-carts',
    run: (now) => db.transaction((tx) => closeExpiredCarts(tx, now, CARTS_AT_ONCE)),
  };
}

/** Forgets expired carts after a month. Until then their codes return "expired". */
export function forgetExpiredCarts(db: Db): DueWork {
  return {
    name: 'forget-expired-carts',
    everyMs: 60 * 60 * 1_000,
    run: (now) => deleteExpiredCarts(db, new Date(now.getTime() - KEPT_MS), 1_000),
  };
}
