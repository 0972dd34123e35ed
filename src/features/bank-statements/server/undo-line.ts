import { returnChargedBack, type UndoRefusal, undoTransfer } from '#features/desk/server/public.ts';
import { undoPayoutArrival } from '#features/payouts/server/public.ts';
import { type UndoBankLineRefusal, undoBankLine } from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { dbOf } from '#platform/db/within.ts';
import type { BookParts } from './book-line.ts';
import { chargedBackReceipt, receiptsOfLines } from './booked-lines-store.ts';
import { takeBackConfirmation } from './confirm-same.ts';
import { clearOutcome, type LineRow, lockLine } from './import-store.ts';
import { isOpen } from './open-import.ts';

export type UndoLineRefusal =
  | { readonly kind: 'unknown_line' }
  /** It has no outcome, or the outcome was undone already. */
  | { readonly kind: 'nothing_to_undo' }
  | { readonly kind: 'transfer'; readonly refusal: UndoRefusal }
  | { readonly kind: 'refund'; readonly refusal: UndoBankLineRefusal };

export interface UndoLineRequest {
  readonly importId: number;
  readonly number: number;
  readonly actor: Actor;
}

/**
 * Undoes the outcome of one line, or the confirmation that it shows recorded money, unless something later depends on
 * it. The line can then be booked differently.
 */
export async function undoLine(
  parts: BookParts,
  { importId, number, actor }: UndoLineRequest,
  now: Date,
): Promise<Result<object, UndoLineRefusal>> {
  return await parts.db.stockTransaction(async (tx): Promise<Result<object, UndoLineRefusal>> => {
    const line = await lockLine(tx, importId, number);
    if (!line) return refuse({ kind: 'unknown_line' });
    if (isOpen(line, await receiptsOfLines(tx, line.receipts))) {
      if (!(await takeBackConfirmation(tx, line))) return refuse({ kind: 'nothing_to_undo' });
    } else {
      const undone = await undo(tx, parts, line, { importId, number, actor }, now);
      if (!undone.ok) return undone;
    }
    await clearOutcome(tx, { importId, number }, nameOfActor(actor), now);
    const details = { line: number, outcome: line.outcome };
    const subject = `statement ${importId}`;
    await writeAudit(tx, { actor, action: 'statement.line_undone', subject, details }, now);
    return ok({});
  });
}

async function undo(
  tx: Tx,
  parts: BookParts,
  { outcome, identity, receipts, amount }: LineRow,
  { importId, number, actor }: UndoLineRequest,
  now: Date,
): Promise<Result<object, UndoLineRefusal>> {
  const db = dbOf(tx);
  switch (outcome) {
    case 'booked':
    case 'without_order': {
      const undone = await undoTransfer({ db, money: parts.money }, { receiptId: receipts[0]!, actor }, now);
      return undone.ok ? ok({}) : refuse({ kind: 'transfer', refusal: undone.error });
    }
    case 'refunds_paid':
    case 'refund_returned': {
      const reason = `Undone: line ${number} of statement ${importId}`;
      const undone = await undoBankLine({ ...parts.refunds, db }, { transaction: identity!, reason, actor }, now);
      return undone.ok ? ok({}) : refuse({ kind: 'refund', refusal: undone.error });
    }
    case 'payout_arrived': {
      const isUndone = await undoPayoutArrival(tx, { bankLine: identity!, actor }, now);
      return isUndone ? ok({}) : refuse({ kind: 'nothing_to_undo' });
    }
    case 'charged_back': {
      const receiptId = await chargedBackReceipt(tx, identity!);
      if (receiptId === null) return refuse({ kind: 'nothing_to_undo' });
      const taken = { receiptId, amount: minor(-amount!), transaction: identity!, actor };
      await returnChargedBack(tx, { money: parts.money }, taken, now);
      return ok({});
    }
    // Nothing was booked for the line.
    case 'ignored':
      return ok({});
    case null:
      return refuse({ kind: 'nothing_to_undo' });
  }
}
