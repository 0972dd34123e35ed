import { linkStatementLine, unlinkStatementLine } from '#features/payments/server/public.ts';
import { linkPaidRefund, unlinkPaidRefund } from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { recordedMoneyOf } from '../domain/line-booking.ts';
import { receiptsOfLines } from './booked-lines-store.ts';
import { type LineRow, lockLine } from './import-store.ts';
import { isOpen } from './open-import.ts';
import type { ImportLine } from './prepare-import.ts';

export type ConfirmRefusal =
  | { readonly kind: 'unknown_line' }
  | { readonly kind: 'done_before' }
  /** Nothing that a person recorded looks like this line any more. */
  | { readonly kind: 'nothing_recorded' };

interface ConfirmRequest {
  readonly importId: number;
  readonly actor: Actor;
}

/**
 * Records that a line shows money which a person had recorded, so that the line is not booked again. The money keeps
 * the bank's reference.
 */
export async function confirmSame(
  { db }: { readonly db: Db },
  { number, line, identity, match }: ImportLine,
  { importId, actor }: ConfirmRequest,
  now: Date,
): Promise<Result<object, ConfirmRefusal>> {
  return await db.transaction(async (tx): Promise<Result<object, ConfirmRefusal>> => {
    const stored = await lockLine(tx, importId, number);
    if (!stored) return refuse({ kind: 'unknown_line' });
    if (!isOpen(stored, await receiptsOfLines(tx, stored.receipts))) return refuse({ kind: 'done_before' });
    const recorded = recordedMoneyOf(match);
    if (recorded === null || identity === null || line.kind !== 'line') return refuse({ kind: 'nothing_recorded' });
    const shown = { transaction: identity, bankReference: line.bankReference };
    const isLinked =
      'receipt' in recorded
        ? await linkStatementLine(tx, recorded.receipt, shown)
        : await linkPaidRefund(tx, recorded.refund, shown, now);
    if (!isLinked) return refuse({ kind: 'nothing_recorded' });
    const details = { line: number, ...recorded };
    await writeAudit(tx, { actor, action: 'statement.line_confirmed', subject: `statement ${importId}`, details }, now);
    return ok({});
  });
}

/** Takes a confirmation back. Returns whether there was one. */
export const takeBackConfirmation = async (tx: Tx, { identity }: Pick<LineRow, 'identity'>): Promise<boolean> =>
  identity !== null && ((await unlinkStatementLine(tx, identity)) > 0 || (await unlinkPaidRefund(tx, identity)) > 0);
