import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { bookPayout } from './apply-payout.ts';
import { lockPayout, noteArrival, type PayoutRow, savePayout, takeBackArrival } from './payout-store.ts';

export type SettlePayoutRefusal = { readonly kind: 'unknown_payout' | 'nothing_open' };

/**
 * Settles a payout that failed or does not add up, after a person has looked at it. If it does not add up, or its parts
 * are missing, it is booked as it is: what reached the bank, and the known fees, against what the provider owed.
 */
export const settlePayout = (
  { db }: { readonly db: Db },
  { payoutId, note, actor }: { readonly payoutId: string; readonly note: string; readonly actor: Actor },
  now: Date,
): Promise<Result<PayoutRow, SettlePayoutRefusal>> =>
  db.transaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (!payout) return refuse({ kind: 'unknown_payout' as const });
    if (payout.attention === null || payout.settledAt !== null) return refuse({ kind: 'nothing_open' as const });
    if (payout.attention === 'parts_differ' || payout.attention === 'parts_missing') await bookPayout(tx, payout, now);
    payout.settledAt = now;
    await savePayout(tx, payout);
    const subject = `payout ${payout.gateway} ${payoutId}`;
    const details = { note, why: payout.attention, amount: payout.amount };
    await writeAudit(tx, { actor, action: 'payout.settled', subject, details }, now);
    return ok(payout);
  });

export interface ArrivedPayout {
  readonly id: number;
  readonly gateway: string;
  readonly payoutId: string;
  readonly bankLine: string;
  readonly arrivedOn: string;
  readonly actor: Actor;
}

/** Records that a payout reached the bank. Returns false if that is known, or if the line brought another payout. */
export async function recordPayoutArrival(tx: Tx, arrived: ArrivedPayout, now: Date): Promise<boolean> {
  if (!(await noteArrival(tx, arrived))) return false;
  const { gateway, payoutId, bankLine, actor } = arrived;
  const subject = `payout ${gateway} ${payoutId}`;
  await writeAudit(tx, { actor, action: 'payout.arrived', subject, details: { transaction: bankLine } }, now);
  return true;
}

/** Undoes an arrival, because the line was another payment. Returns false if no payout arrived with the line. */
export async function undoPayoutArrival(
  tx: Tx,
  { bankLine, actor }: Pick<ArrivedPayout, 'bankLine' | 'actor'>,
  now: Date,
): Promise<boolean> {
  const payout = await takeBackArrival(tx, bankLine);
  if (!payout) return false;
  const subject = `payout ${payout.gateway} ${payout.payoutId}`;
  await writeAudit(tx, { actor, action: 'payout.arrival_undone', subject, details: { transaction: bankLine } }, now);
  return true;
}
