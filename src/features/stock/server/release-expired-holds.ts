import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { deleteExpiredUnits, itemsWithExpiredUnits, tryLockItem } from './free-units-store.ts';

const ITEMS_AT_ONCE = 50;
const HOLDS_AT_ONCE = 500;

/**
 * Returns expired holds to sale. Uses one small transaction per item, so that nobody waits long for its lock. Skips
 * locked items: their transactions free expired holds themselves if they need them.
 */
export function releaseExpiredHolds(db: Db): DueWork {
  return {
    name: 'release-expired-holds',
    async run(now) {
      let released = 0;
      for (const itemId of await itemsWithExpiredUnits(db, now, ITEMS_AT_ONCE)) {
        released += await db.stockTransaction(async (tx) =>
          (await tryLockItem(tx, itemId)) ? deleteExpiredUnits(tx, [itemId], now, HOLDS_AT_ONCE) : 0,
        );
      }
      return released;
    },
  };
}
