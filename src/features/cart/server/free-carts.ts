import { writeAudit } from '#features/staff/server/public.ts';
import { releaseUnits } from '#features/stock/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { type CartOwner, closeCartsOf } from './items-in-carts-store.ts';

/** Few, because other buyers wait for the items' locks. */
const CARTS_AT_ONCE = 50;

/**
 * Ends all open carts of an account, or of the guests of a network, and puts their items back on sale. The buyers then
 * see an expired cart.
 */
export async function freeCarts(
  db: Db,
  owner: CartOwner,
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
  now: Date,
): Promise<{ carts: number; items: number }> {
  const freed = { carts: 0, items: 0 };
  for (;;) {
    const closed = await db.stockTransaction(async (tx) => {
      const { carts, unitIds } = await closeCartsOf(tx, owner, CARTS_AT_ONCE, now);
      if (unitIds.length > 0) await releaseUnits(tx, unitIds);
      if (carts > 0) {
        const subject =
          'customerId' in owner ? `customer ${owner.customerId}` : `network ${owner.network ?? 'unknown'}`;
        const details = { carts, items: unitIds.length, reason };
        await writeAudit(tx, { actor, action: 'carts.freed', subject, details }, now);
      }
      return { carts, items: unitIds.length };
    });
    freed.carts += closed.carts;
    freed.items += closed.items;
    if (closed.carts < CARTS_AT_ONCE) return freed;
  }
}
