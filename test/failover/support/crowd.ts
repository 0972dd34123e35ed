import { setTimeout as pause } from 'node:timers/promises';
import { type Bought, buy } from '../../faults/support/buyer.ts';
import type { Sale } from '../../faults/support/sale.ts';

/** Buyers who come to every shop, one after another, until the test ends. */
export interface Crowd {
  /** Orders whose payment was confirmed to the buyer. */
  readonly bought: readonly (Bought & { readonly shop: string; readonly at: number })[];
  /** Counts of the unsuccessful answers by call and status, mostly from the time when no server accepted writes. */
  readonly refused: Map<string, number>;
  /** Resolves when each shop has completed a sale that began after this call. Returns the time in milliseconds. */
  eachSells(): Promise<number>;
  /** Starts no more buyers. Resolves when all who have started have their order. */
  end(): Promise<void>;
}

const PATIENCE_MS = 120_000;

export function beginCrowd(sale: Sale, shops: readonly string[], buyersPerShop = 2): Crowd {
  const bought: (Bought & { shop: string; begun: number; at: number })[] = [];
  const refused = new Map<string, number>();
  const onAnswer = (call: string, status: number | 'none') => {
    if (status === 200 || status === 303) return;
    const seen = `${call} ${status}`;
    refused.set(seen, (refused.get(seen) ?? 0) + 1);
  };
  let next = 0;
  let isOver = false;
  const queueAt = async (shop: string) => {
    while (!isOver) {
      const token = sale.tokens[next]!;
      next += 1;
      const begun = performance.now();
      const one = await buy({ addresses: () => [shop], token, externalCode: sale.item.externalCode, onAnswer });
      bought.push({ ...one, shop, begun, at: performance.now() });
    }
  };
  const all = Promise.all(shops.flatMap((shop) => Array.from({ length: buyersPerShop }, () => queueAt(shop))));
  all.catch(() => {});
  return {
    bought,
    refused,
    async eachSells() {
      const since = performance.now();
      const sells = (shop: string) => bought.some((one) => one.shop === shop && one.begun >= since);
      while (!shops.every(sells)) {
        if (performance.now() - since > PATIENCE_MS)
          throw new Error(`A shop does not sell again: ${JSON.stringify([...refused])}`);
        await Promise.race([pause(20), all]);
      }
      return performance.now() - since;
    },
    async end() {
      isOver = true;
      await all;
    },
  };
}
