import { lockOrder, type OrderRow } from '#features/orders/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { GatewayFact } from './gateway-facts.ts';
import {
  endConsent,
  markLost,
  ordersWithMethod,
  renewMethod,
  type SavedMethodRow,
  savedMethodOfOrder,
} from './saved-method-store.ts';

export interface MethodFactParts {
  readonly db: Db;
  /** Called in the same transaction, under the order's lock. */
  cardLost(tx: Tx, order: OrderRow, card: SavedMethodRow, now: Date): Promise<void>;
}

/**
 * Stops using a saved card that the gateway no longer has, as a charge showed. The mail about the failed charge tells
 * the customer.
 */
export const endGoneCard = (db: Db, card: Pick<SavedMethodRow, 'id' | 'orderId'>, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOrder(tx, card.orderId);
    // Replaced or removed meanwhile.
    if ((await savedMethodOfOrder(tx, card.orderId))?.id !== card.id) return;
    await endConsent(tx, card.orderId, now);
    await markLost(tx, card.id, now);
  });

/**
 * Applies a gateway's report that it renewed a card, or that the card's owner or bank removed it there, which also ends
 * the consent. Reports about cards that the shop has ended itself change nothing.
 */
export async function applyMethodFact(
  { db, cardLost }: MethodFactParts,
  gateway: string,
  fact: Extract<GatewayFact, { about: 'method' }>,
  now: Date,
): Promise<void> {
  if (fact.isUsable) return renewMethod(db, gateway, fact);
  for (const { id } of await ordersWithMethod(db, gateway, fact.id)) {
    await db.transaction(async (tx) => {
      const order = (await lockOrder(tx, id))!;
      const card = await savedMethodOfOrder(tx, id);
      if (card?.gateway !== gateway || card.method !== fact.id) return;
      await endConsent(tx, id, now);
      await markLost(tx, card.id, now);
      await cardLost(tx, order, card, now);
    });
  }
}
