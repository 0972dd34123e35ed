import type { Queryable, Tx } from '#platform/db/db.ts';
import type { CreditState } from '../domain/transfer-file.ts';

export interface TransferFileRow {
  id: number;
  messageId: string;
  madeAt: Date;
  madeBy: string;
  /** Null if it was made at the command line. */
  madeByStaff: number | null;
  credits: number;
  total: number;
  /** `2026-11-20`. This field and the next five are null for files made before they were stored. */
  executionDay: string | null;
  payerName: string | null;
  payerIban: string | null;
  payerBic: string | null;
  shopName: string | null;
  digest: Buffer | null;
  needsApproval: boolean;
  approvedAt: Date | null;
  approvedBy: string | null;
  cancelledAt: Date | null;
  cancelledBy: string | null;
}

const FILES = `
  select file.id, file.message_id as "messageId", file.made_at as "madeAt", file.made_by as "madeBy",
    file.made_by_staff as "madeByStaff", file.credits, file.total, file.execution_day::text as "executionDay",
    file.payer_name as "payerName", file.payer_iban as "payerIban", file.payer_bic as "payerBic",
    file.shop_name as "shopName", file.digest, file.needs_approval as "needsApproval",
    file.approved_at as "approvedAt", file.approved_by as "approvedBy", file.cancelled_at as "cancelledAt",
    file.cancelled_by as "cancelledBy"
  from transfer_files file`;

export interface NewTransferFile {
  readonly messageId: string;
  readonly madeBy: string;
  readonly madeByStaff: number | null;
  readonly credits: number;
  readonly total: number;
  readonly executionDay: string;
  readonly payer: { readonly name: string; readonly iban: string; readonly bic: string | null };
  readonly shopName: string;
  readonly digest: Buffer;
  readonly needsApproval: boolean;
}

export async function insertTransferFile(tx: Tx, file: NewTransferFile, now: Date): Promise<void> {
  await tx.run(
    `insert into transfer_files
       (message_id, made_at, made_by, made_by_staff, credits, total, execution_day, payer_name, payer_iban, payer_bic,
        shop_name, digest, needs_approval)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      file.messageId,
      now,
      file.madeBy,
      file.madeByStaff,
      file.credits,
      file.total,
      file.executionDay,
      file.payer.name,
      file.payer.iban,
      file.payer.bic,
      file.shopName,
      file.digest,
      file.needsApproval,
    ],
  );
}

export const transferFile = (db: Queryable, messageId: string): Promise<TransferFileRow | undefined> =>
  db.row<TransferFileRow>(`${FILES} where file.message_id = $1`, [messageId]);

/** Locks a file. Lock it before its refunds. */
export const lockTransferFile = (tx: Tx, messageId: string): Promise<TransferFileRow | undefined> =>
  tx.row<TransferFileRow>(`${FILES} where file.message_id = $1 for update`, [messageId]);

export interface ListedFile extends TransferFileRow {
  paid: number;
  returned: number;
}

const RETURNED = `m.status in ('failed', 'replaced')`;

/** Newest first. */
export const listTransferFiles = (db: Queryable, limit: number): Promise<ListedFile[]> =>
  db.rows<ListedFile>(
    `select listed.*, became.paid, became.returned
     from (${FILES} order by file.made_at desc, file.id desc limit $1) listed
       cross join lateral (
         select count(distinct m.refund_id) filter (where m.status = 'done') as paid,
           count(distinct m.refund_id) filter (where ${RETURNED}) as returned
         from refund_movements m
         where m.exported_in = listed."messageId"
       ) became
     order by listed."madeAt" desc, listed.id desc`,
    [limit],
  );

/** Returns files that a second person has to approve, oldest first. */
export const filesToApprove = (
  db: Queryable,
  limit: number,
): Promise<Pick<TransferFileRow, 'messageId' | 'madeAt' | 'madeBy' | 'madeByStaff' | 'credits' | 'total'>[]> =>
  db.rows(
    `select message_id as "messageId", made_at as "madeAt", made_by as "madeBy", made_by_staff as "madeByStaff",
       credits, total
     from transfer_files
     where needs_approval and approved_at is null and cancelled_at is null
     order by made_at, id
     limit $1`,
    [limit],
  );

export interface CreditRow {
  refundId: number;
  code: string;
  orderCode: string;
  bankSealed: Buffer | null;
  amount: number;
  state: CreditState;
  /** The bank's number, from the statement or by hand; null if it was noted without one. */
  number: string | null;
  /** Why the money came back. */
  reason: string;
}

/** The credits of a file as it was written, one for each refund. */
export const creditsOf = (db: Queryable, messageId: string): Promise<CreditRow[]> =>
  db.rows<CreditRow>(
    `select f.id as "refundId", f.code, o.code as "orderCode", f.bank_sealed as "bankSealed", c.amount,
       case when c.pending then 'in_file' when c.returned then 'returned' else 'paid' end as state,
       case when not c.pending then (
         select l.transaction from refund_bank_lines l
         where l.refund_id = f.id and l.kind = case when c.returned then 'returned' else 'paid' end
         order by l.recorded_at desc
         limit 1
       ) end as number,
       case when c.returned then coalesce(
         nullif((
           select l.words from refund_bank_lines l
           where l.refund_id = f.id and l.kind = 'returned'
           order by l.recorded_at desc
           limit 1
         ), ''), c.reason
       ) else '' end as reason
     from (
       select m.refund_id, sum(m.amount)::bigint as amount, bool_or(m.status = 'pending') as pending,
         bool_or(${RETURNED}) as returned, max(m.reason) as reason
       from refund_movements m
       where m.exported_in = $1
       group by m.refund_id
     ) c
       join refunds f on f.id = c.refund_id
       join orders o on o.id = f.order_id
     order by f.created_at, f.id`,
    [messageId],
  );

/** Locks the refunds of a file by ascending id, as everywhere. */
export async function lockRefundsOfFile(tx: Tx, messageId: string): Promise<void> {
  await tx.run(
    `select 1 from refunds
     where id in (select refund_id from refund_movements where exported_in = $1)
     order by id
     for update`,
    [messageId],
  );
}

export async function markApproved(
  tx: Tx,
  id: number,
  by: { name: string; staffId: number },
  now: Date,
): Promise<void> {
  await tx.run('update transfer_files set approved_at = $2, approved_by = $3, approved_by_staff = $4 where id = $1', [
    id,
    now,
    by.name,
    by.staffId,
  ]);
}

/** Frees the file's refunds for the next one. Call it under the locks of the file and its refunds. */
export async function markCancelled(tx: Tx, file: TransferFileRow, by: string, now: Date): Promise<void> {
  await tx.run('update transfer_files set cancelled_at = $2, cancelled_by = $3 where id = $1', [file.id, now, by]);
  await tx.run('update refunds set exported_in = null where exported_in = $1', [file.messageId]);
  await tx.run(`update refund_movements set exported_in = null where exported_in = $1 and status = 'pending'`, [
    file.messageId,
  ]);
}
