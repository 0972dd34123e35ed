import type { Queryable } from '#platform/db/db.ts';
import { isAccepted } from '../domain/refund-status.ts';
import { waitsForAccount } from '../domain/waits-for-account.ts';
import { movementsOfAll } from './movement-store.ts';
import { type RefundRow, refundRowsOfOrder } from './refund-store.ts';

/** Returns what each refund cannot pay until an account is known, by the refunds' ids; 0 if nothing waits. */
export async function neededAccounts(
  db: Queryable,
  refunds: readonly Pick<RefundRow, 'id' | 'status' | 'bankSealed'>[],
): Promise<Map<number, number>> {
  const ids = refunds.filter(({ status }) => isAccepted(status)).map(({ id }) => id);
  const movements = ids.length === 0 ? [] : await movementsOfAll(db, ids);
  const byRefund = Map.groupBy(movements, ({ refundId }) => refundId);
  return new Map(
    refunds.map(({ id, status, bankSealed }) => [
      id,
      waitsForAccount({ status, hasAccount: bankSealed !== null }, byRefund.get(id) ?? []),
    ]),
  );
}

/** The same for all refunds of an order. */
export const neededAccountsOfOrder = async (db: Queryable, orderId: number): Promise<Map<number, number>> =>
  neededAccounts(db, await refundRowsOfOrder(db, orderId));
