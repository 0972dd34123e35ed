import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { dbOf } from '#platform/db/within.ts';
import { type AdvanceRefusal, holdRefunds } from './advance-refund.ts';
import { deleteBankLine, refundsOfBankLine } from './bank-lines-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { refundByCode } from './refund-store.ts';

export type UndoBankLineRefusal =
  | { readonly kind: 'no_refund' }
  /** The line returned a refund, whose money may have been sent again since. */
  | { readonly kind: 'was_returned'; readonly code: string }
  | { readonly kind: 'moved_since'; readonly code: string }
  | { readonly kind: 'refund_refused'; readonly code: string; readonly refusal: AdvanceRefusal };

/**
 * Undoes a line of the bank's statement that did not pay these refunds after all. Their money is owed again, and they
 * have a problem until somebody starts them again or records how they were paid: only a person knows whether the bank
 * has their file.
 */
export async function undoBankLine(
  parts: RefundParts,
  { transaction, reason, actor }: { readonly transaction: string; readonly reason: string; readonly actor: Actor },
  now: Date,
): Promise<Result<string[], UndoBankLineRefusal>> {
  return await parts.db.stockTransaction(async (tx): Promise<Result<string[], UndoBankLineRefusal>> => {
    const moved = await refundsOfBankLine(tx, transaction);
    if (moved.length === 0) return refuse({ kind: 'no_refund' });
    for (const { code, kind, isLast } of moved) {
      if (kind === 'returned') return refuse({ kind: 'was_returned', code });
      const { status } = (await refundByCode(tx, code))!;
      if (!isLast || status === 'problem') return refuse({ kind: 'moved_since', code });
    }
    const codes = moved.map(({ code }) => code);
    const held = await holdRefunds({ ...parts, db: dbOf(tx) }, { codes, reason, actor }, now);
    if (!held.ok) return refuse({ kind: 'refund_refused', ...held.error[0]! });
    await deleteBankLine(tx, transaction);
    return ok(codes);
  });
}
