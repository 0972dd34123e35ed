import { isUnanswered, movementAtGateway, noteGatewayRefund, unclearMovement } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { type MovementUpdate, settleMovement } from './settle-movement.ts';

export interface RefundFact {
  readonly id: string;
  readonly key: string | null;
  /** The id of the payment's movement. */
  readonly transaction: string;
  readonly amount: number;
  readonly currency: string;
  readonly update: MovementUpdate;
}

/** Applies a gateway's report about a refund. Returns false if the shop did not request the refund. */
export async function applyRefundFact(
  parts: RefundParts,
  gateway: string,
  fact: RefundFact,
  now: Date,
): Promise<boolean> {
  const movement =
    (await movementAtGateway(parts.db, gateway, fact)) ??
    (fact.key === null ? await unclearMovement(parts.db, gateway, fact) : undefined);
  if (!movement) {
    if (fact.key === null && (await isUnanswered(parts.db, gateway, fact))) {
      throw new Error(`The refund ${fact.id} may be one that ${gateway} has not answered yet`);
    }
    return false;
  }
  await noteGatewayRefund(parts.db, movement, fact.id);
  if (fact.update.status === 'done' && fact.amount !== movement.amount) {
    const mismatch = `${gateway} paid back ${fact.amount} ${fact.currency} (minor units) instead of ${movement.amount}`;
    await settleMovement(parts, movement, { status: 'failed', reason: mismatch }, now);
    return true;
  }
  await settleMovement(parts, movement, fact.update, now);
  return true;
}
