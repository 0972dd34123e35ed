import { lockOrder } from '#features/orders/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import type { Gateways } from './gateways.ts';
import {
  endConsent,
  forgetMethod,
  ordersWithUnneededCard,
  type SavedMethodRow,
  takeMethodsToForget,
  toSavedMethod,
} from './saved-method-store.ts';

const BATCH = 20;
const AGAIN_MS = 60 * 60_000;

interface ForgetParts {
  readonly db: Db;
  readonly gateways: Gateways;
  onError(error: unknown): void;
}

/** Ends the cards of plans with nothing left to pay, and tells the gateways to forget every ended card. */
export const forgetSavedMethods = (parts: ForgetParts): DueWork => ({
  name: 'forget-saved-methods',
  async run(now) {
    for (const { id } of await ordersWithUnneededCard(parts.db, BATCH)) {
      await parts.db.transaction(async (tx) => {
        await lockOrder(tx, id);
        await endConsent(tx, id, now);
      });
    }
    const ended = await takeMethodsToForget(parts.db, now, new Date(now.getTime() + AGAIN_MS), BATCH);
    for (const method of ended) await forget(parts, method, now).catch(parts.onError);
    return ended.length;
  },
});

async function forget({ db, gateways }: ForgetParts, method: SavedMethodRow, now: Date): Promise<void> {
  await gateways.of(method).forget?.(toSavedMethod(method), now);
  await forgetMethod(db, method.id);
}
