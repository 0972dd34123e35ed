import type { Queryable } from '#platform/db/db.ts';
import { amountAwaitingAccount, amountReturnedByBank } from '../domain/amounts-for-account.ts';
import { isAccepted } from '../domain/refund-status.ts';
import { movementsOfAll } from './movement-store.ts';
import { type RefundRow, refundRowsOfOrder } from './refund-store.ts';

export interface NeededAccount {
  /** What cannot be paid until an account is known; 0 if nothing waits. */
  readonly needed: number;
  /** What the bank returned from the known account; null if nothing. */
  readonly returned: {
    readonly amount: number;
    /** The key of the last movement that it returned. */
    readonly movement: string;
    /** May be empty. */
    readonly reason: string;
  } | null;
}

/** Returns what each refund cannot pay until an account is known, and what the bank returned, by the refunds' ids. */
export async function neededAccounts(
  db: Queryable,
  refunds: readonly Pick<RefundRow, 'id' | 'status' | 'bankSealed'>[],
): Promise<Map<number, NeededAccount>> {
  const ids = refunds.filter(({ status }) => isAccepted(status)).map(({ id }) => id);
  const all = ids.length === 0 ? [] : await movementsOfAll(db, ids);
  const byRefund = Map.groupBy(all, ({ refundId }) => refundId);
  return new Map(
    refunds.map(({ id, status, bankSealed }) => {
      const refund = { status, hasAccount: bankSealed !== null };
      const movements = byRefund.get(id) ?? [];
      const amount = amountReturnedByBank(refund, movements);
      const last = movements.findLast(({ gateway, status: moved }) => gateway === null && moved === 'failed');
      return [
        id,
        {
          needed: amountAwaitingAccount(refund, movements),
          returned: amount > 0 && last ? { amount, movement: last.key, reason: last.reason } : null,
        },
      ];
    }),
  );
}

/** Returns `neededAccounts` for all refunds of an order. */
export const neededAccountsOfOrder = async (db: Queryable, orderId: number): Promise<Map<number, NeededAccount>> =>
  neededAccounts(db, await refundRowsOfOrder(db, orderId));
