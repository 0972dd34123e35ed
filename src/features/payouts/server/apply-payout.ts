import { book } from '#features/ledger/server/public.ts';
import type { GatewayFact } from '#features/payments/server/public.ts';
import type { AuditAction } from '#features/staff/domain/audit-action.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { addsUp, entriesOfPayout } from '../domain/payout-parts.ts';
import { lockOrInsertPayout, type PayoutRow, savePayout } from './payout-store.ts';

export interface ApplyPayoutParts {
  readonly db: Db;
  currency(): Promise<string>;
}

type PayoutFact = Extract<GatewayFact, { about: 'payout' }>;

/**
 * Applies a gateway's report about a payout; repeated and late reports change nothing. It is booked once its parts are
 * known and add up, or without parts if the gateway never reports them, and booked back if it fails. Everything else
 * waits for a person.
 */
export async function applyPayout(
  parts: ApplyPayoutParts,
  gateway: string,
  fact: PayoutFact,
  now: Date,
): Promise<void> {
  const currency = await parts.currency();
  await parts.db.transaction(async (tx) => {
    const { id: payoutId, state, amount, currency: paidIn, arrivesOn, statement } = fact;
    const reported = { gateway, payoutId, state, amount, currency: paidIn, arrivesOn, statement };
    const { payout, isNew } = await lockOrInsertPayout(tx, reported, now);
    const action =
      state === 'failed'
        ? await applyFailed(tx, payout, { isNew, reason: fact.reason }, now)
        : await applyPaid(tx, payout, { fact, currency }, now);
    if (!action) return;
    await savePayout(tx, payout);
    const details = { amount, currency: paidIn, ...payout.parts };
    const subject = `payout ${gateway} ${payoutId}`;
    await writeAudit(tx, { actor: { kind: 'gateway', name: gateway }, action, subject, details }, now);
  });
}

async function applyFailed(
  tx: Tx,
  payout: PayoutRow,
  { isNew, reason }: { isNew: boolean; reason: string },
  now: Date,
): Promise<AuditAction | null> {
  if (payout.state === 'failed' && !isNew) return null;
  if (payout.isBooked) await bookBack(tx, payout, now);
  Object.assign(payout, { state: 'failed', attention: 'failed', reason, settledAt: null });
  return 'payout.failed';
}

async function applyPaid(
  tx: Tx,
  payout: PayoutRow,
  { fact, currency }: { fact: PayoutFact; currency: string },
  now: Date,
): Promise<AuditAction | null> {
  const waits = payout.attention === null || payout.attention === 'parts_missing';
  if (payout.state === 'failed' || payout.isBooked || !waits) return null;
  if (payout.currency !== currency) {
    payout.attention = 'currency';
    return 'payout.unclear';
  }
  if (fact.parts === 'later') return null;
  payout.parts = fact.parts === 'never' ? null : fact.parts;
  if (payout.parts !== null && !addsUp(payout.amount, payout.parts)) {
    payout.attention = 'parts_differ';
    return 'payout.unclear';
  }
  payout.attention = null;
  await bookPayout(tx, payout, now);
  return 'payout.booked';
}

const keyOf = ({ gateway, payoutId }: PayoutRow): string => `payout:${gateway}:${payoutId}`;

/** Call it under the payout's lock. */
export async function bookPayout(tx: Tx, payout: PayoutRow, now: Date): Promise<void> {
  const { gateway, payoutId: movement, amount, parts } = payout;
  const entries = entriesOfPayout(gateway, amount, parts);
  await book(tx, { kind: 'payout', key: keyOf(payout), orderId: null, movement, entries }, now);
  payout.isBooked = true;
}

async function bookBack(tx: Tx, payout: PayoutRow, now: Date): Promise<void> {
  const { gateway, payoutId: movement, amount, parts } = payout;
  const entries = entriesOfPayout(gateway, amount, parts).map((entry) => ({ ...entry, amount: -entry.amount }));
  await book(tx, { kind: 'payout_failed', key: `${keyOf(payout)}:failed`, orderId: null, movement, entries }, now);
  payout.isBooked = false;
}
