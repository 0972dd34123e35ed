import { ordersOfReceipt } from '#features/desk/server/public.ts';
import { orderById } from '#features/orders/server/public.ts';
import { type GatewayFact, receiptByTransaction } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { insertFraudWarning, noteWarningSettled } from './fraud-warning-store.ts';

type WarningFact = Extract<GatewayFact, { about: 'fraud_warning' }>;

/** Stores a warning once. Moves no money: the operator decides whether to refund it before it is disputed. */
export const applyFraudWarning = (
  { db }: { readonly db: Db },
  gateway: string,
  { id: warningId, transaction, reason }: WarningFact,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await insertFraudWarning(tx, { gateway, warningId, transaction, reason }, now))) return;
    const subject = (await orderOf(tx, gateway, transaction)) ?? `fraud warning ${gateway} ${warningId}`;
    const details = { warning: warningId, reason };
    await writeAudit(
      tx,
      { actor: { kind: 'gateway', name: gateway }, action: 'fraud_warning.told', subject, details },
      now,
    );
  });

/** Settles a warning without returning the money. Returns false if there is no such open warning. */
export const settleFraudWarning = (
  { db }: { readonly db: Db },
  { warningId, note, actor }: { readonly warningId: string; readonly note: string; readonly actor: Actor },
  now: Date,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const settled = await noteWarningSettled(tx, warningId, now);
    if (!settled) return false;
    const { gateway, transaction } = settled;
    const subject = (await orderOf(tx, gateway, transaction)) ?? `fraud warning ${gateway} ${warningId}`;
    await writeAudit(
      tx,
      { actor, action: 'fraud_warning.settled', subject, details: { warning: warningId, note } },
      now,
    );
    return true;
  });

async function orderOf(tx: Tx, gateway: string, transaction: string): Promise<string | null> {
  const receipt = await receiptByTransaction(tx, gateway, transaction);
  const [id] = receipt ? await ordersOfReceipt(tx, receipt.id) : [];
  return id === undefined ? null : (await orderById(tx, id))!.code;
}
