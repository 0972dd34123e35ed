import { LINE_KEY_START } from '#features/payments/domain/transaction-number.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

/** A line of a bank statement, by the key under which it is booked. */
export interface BankLine {
  readonly transaction: string;
  /** The bank's reference, if the line has one. */
  readonly bankReference?: string | null;
  /** The bank's reason for a return; otherwise empty. */
  readonly words: string;
}

export async function insertBankLine(
  tx: Tx,
  refundId: number,
  line: BankLine & { readonly kind: 'paid' | 'returned' },
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into refund_bank_lines (transaction, refund_id, kind, words, recorded_at, bank_reference)
     values ($1, $2, $3, $4, $5, $6)`,
    [line.transaction, refundId, line.kind, line.words, now, line.bankReference ?? null],
  );
}

export const hasBankLine = async (db: Queryable, refundId: number, transaction: string): Promise<boolean> =>
  (await db.row('select 1 from refund_bank_lines where refund_id = $1 and transaction = $2', [
    refundId,
    transaction,
  ])) !== undefined;

/** Returns those of the given keys whose line paid or returned a refund. */
export const bankLinesAmong = async (db: Queryable, transactions: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ transaction: string }>(
      'select distinct transaction from refund_bank_lines where transaction = any($1)',
      [transactions],
    )
  ).map(({ transaction }) => transaction);

/** Returns why the bank returned a refund, latest first. */
export const returnsOf = (db: Queryable, refundId: number): Promise<{ words: string; recordedAt: Date }[]> =>
  db.rows(
    `select words, recorded_at as "recordedAt"
     from refund_bank_lines
     where refund_id = $1 and kind = 'returned'
     order by recorded_at desc`,
    [refundId],
  );

/** Returns the refunds that a line paid or returned; `isLast` if no other line has moved the refund since. */
export const refundsOfBankLine = (
  db: Queryable,
  transaction: string,
): Promise<{ code: string; kind: 'paid' | 'returned'; isLast: boolean }[]> =>
  db.rows(
    `select f.code, b.kind, not exists (
       select from refund_bank_lines later
       where later.refund_id = b.refund_id and later.transaction <> b.transaction and later.recorded_at >= b.recorded_at
     ) as "isLast"
     from refund_bank_lines b join refunds f on f.id = b.refund_id
     where b.transaction = $1
     order by f.id`,
    [transaction],
  );

/** Deletes a line that turned out to be for another payment. Call it under the locks of its refunds. */
export const deleteBankLine = (tx: Tx, transaction: string): Promise<number> =>
  tx.run('delete from refund_bank_lines where transaction = $1', [transaction]);

/**
 * Whether a person recorded that the bank paid the refund of a row of `refunds`, and no line of a statement has shown
 * that payment yet.
 */
export const PAID_WITHOUT_LINE = `(
  coalesce((
    select bool_and(m.status in ('done', 'failed', 'replaced')) and bool_or(m.status = 'done')
    from refund_movements m
    where m.refund_id = refunds.id and m.gateway is null
  ), false)
  and not exists (
    select from refund_bank_lines shown
    where shown.refund_id = refunds.id and shown.kind = 'paid' and shown.transaction ~ '${LINE_KEY_START}'
      and not exists (
        select from refund_bank_lines returned
        where returned.refund_id = refunds.id and returned.kind = 'returned'
          and returned.recorded_at > shown.recorded_at
      )
  )
)`;

/**
 * Adds the line of a bank statement that shows a payment which a person recorded. Returns false if a line has shown it
 * since, or if it is no longer recorded.
 */
export async function linkPaidRefund(
  tx: Tx,
  code: string,
  line: { readonly transaction: string; readonly bankReference: string | null },
  now: Date,
): Promise<boolean> {
  const refund = await tx.row<{ id: number }>('select id from refunds where code = $1 for update', [code]);
  if (!refund || (await hasBankLine(tx, refund.id, line.transaction))) return false;
  // After the lock, because another line may have been added while this waited for it.
  if (!(await tx.row(`select from refunds where id = $1 and ${PAID_WITHOUT_LINE}`, [refund.id]))) return false;
  await insertBankLine(tx, refund.id, { ...line, words: '', kind: 'paid' }, now);
  return true;
}

/** Whether a line in a row `b` was only linked. A line that moved a refund has that outcome in an import. */
export const IS_LINKED_PAYMENT = `(
  b.kind = 'paid'
  and not exists (select from statement_lines where identity = b.transaction and outcome = 'refunds_paid')
)`;

export const unlinkPaidRefund = (tx: Tx, transaction: string): Promise<number> =>
  tx.run(`delete from refund_bank_lines b where b.transaction = $1 and ${IS_LINKED_PAYMENT}`, [transaction]);
