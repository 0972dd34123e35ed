import type { Queryable } from '#platform/db/db.ts';

export interface AuditEntry {
  /** Who did it: the account that ran the command, or 'system'. */
  actor: string;
  /** Such as 'refund.processed'. */
  action: string;
  /** What it was done to, such as an order's code. */
  subject: string;
  /** Facts and ids. No secrets, and no people: the log is kept for good. */
  details?: Record<string, unknown>;
}

/** Writes down what the operator or the system did, in the transaction that did it. The log is append-only. */
export async function writeAudit(db: Queryable, entry: AuditEntry, now: Date): Promise<void> {
  await db.run('insert into audit_log (at, actor, action, subject, details) values ($1, $2, $3, $4, $5)', [
    now,
    entry.actor,
    entry.action,
    entry.subject,
    JSON.stringify(entry.details ?? {}),
  ]);
}

export interface AuditLine {
  at: Date;
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

/** What was done to something, oldest first. */
export const auditOf = (db: Queryable, subject: string): Promise<AuditLine[]> =>
  db.rows('select at, actor, action, subject, details from audit_log where subject = $1 order by at, id', [subject]);
