import type { Queryable } from '#platform/db/db.ts';

export interface AuditEntry {
  /** The account that ran the command, or 'system'. */
  actor: string;
  /** Such as 'refund.processed'. */
  action: string;
  /** The affected object, such as an order's code. */
  subject: string;
  /** Facts and ids. No secrets or personal data: the log is kept forever. */
  details?: Record<string, unknown>;
}

/** Records what the operator or the system did, in the same transaction. The log is append-only. */
export const writeAudit = (db: Queryable, entry: AuditEntry, now: Date): Promise<void> => writeAudits(db, [entry], now);

/** Writes many lines in order, in one statement. */
export async function writeAudits(db: Queryable, entries: readonly AuditEntry[], now: Date): Promise<void> {
  await db.run(
    `insert into audit_log (at, actor, action, subject, details)
     select $1, actor, action, subject, details::jsonb
     from unnest($2::text[], $3::text[], $4::text[], $5::text[]) with ordinality
       as entry (actor, action, subject, details, position)
     order by position`,
    [
      now,
      entries.map(({ actor }) => actor),
      entries.map(({ action }) => action),
      entries.map(({ subject }) => subject),
      entries.map(({ details }) => JSON.stringify(details ?? {})),
    ],
  );
}

export interface AuditLine {
  at: Date;
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

/** The log of a subject, oldest first. */
export const auditOf = (db: Queryable, subject: string): Promise<AuditLine[]> =>
  db.rows('select at, actor, action, subject, details from audit_log where subject = $1 order by at, id', [subject]);
