import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type MovementRow, movementByKey } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { settleMovement } from './settle-movement.ts';

export type UnclearRefusal = { readonly kind: 'unknown_movement' } | { readonly kind: 'not_unclear' };

/** Settles a refund whose answer was lost, after a person has checked with the provider whether it was made. */
export async function settleUnclear(
  parts: RefundParts,
  { key, wasMade, actor }: { readonly key: string; readonly wasMade: boolean; readonly actor: Actor },
  now: Date,
): Promise<Result<MovementRow, UnclearRefusal>> {
  const seen = await movementByKey(parts.db, key);
  if (!seen) return refuse({ kind: 'unknown_movement' });
  if (seen.status !== 'pending' || seen.unclearAt === null) return refuse({ kind: 'not_unclear' });
  const details = { movement: key, made: wasMade };
  await parts.db.transaction((tx) =>
    writeAudit(tx, { actor, action: 'refund.movement_looked_up', subject: key, details }, now),
  );
  const reason = `not made at ${seen.gateway}, according to staff`;
  await settleMovement(parts, seen, wasMade ? { status: 'done' } : { status: 'failed', reason }, now);
  return ok(seen);
}
