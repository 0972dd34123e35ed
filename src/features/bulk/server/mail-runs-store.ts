import type { Queryable, Tx } from '#platform/db/db.ts';
import type { MailLeftOut } from '../domain/why-mail-left-out.ts';

export interface MailOfRun {
  readonly mailId: number;
  /** The mail that is sent for it; null if it was left out. */
  readonly sentId: number | null;
  readonly why: MailLeftOut | null;
}

export const insertMailsOfRun = (tx: Tx, runId: number, mails: readonly MailOfRun[]): Promise<number> =>
  tx.run(
    `insert into bulk_mails (run_id, mail_id, sent_id, why)
     select $1, given.mail_id, given.sent_id, given.why
     from unnest($2::bigint[], $3::bigint[], $4::text[]) as given (mail_id, sent_id, why)`,
    [runId, mails.map(({ mailId }) => mailId), mails.map(({ sentId }) => sentId), mails.map(({ why }) => why)],
  );

export interface MailResult {
  /** The mail that the list showed. */
  id: number;
  /** Empty once its content was deleted, like the subject. */
  to: string;
  subject: string;
  order: string | null;
  status: 'waiting' | 'sent' | 'failed' | 'left_out';
  why: MailLeftOut | null;
  lastError: string | null;
}

/** Returns what became of each mail, oldest first, without the kinds that the person does not see. */
export const mailResultsOf = (
  db: Queryable,
  runId: number,
  {
    hidden,
    after,
    limit,
  }: { readonly hidden: readonly string[]; readonly after: number | null; readonly limit: number },
): Promise<MailResult[]> =>
  db.rows(
    `select b.mail_id as id, m.recipient as "to", m.subject, o.code as order, b.why,
       case when b.why is null then m.status else 'left_out' end as status,
       case when b.why is null and m.status <> 'sent' then m.last_error end as "lastError"
     from bulk_mails b
     join mails m on m.id = coalesce(b.sent_id, b.mail_id)
     left join orders o on o.id = m.order_id
     where b.run_id = $1 and ($2::bigint is null or b.mail_id > $2) and m.kind <> all($3::text[])
     order by b.mail_id
     limit $4`,
    [runId, after, hidden, limit],
  );
