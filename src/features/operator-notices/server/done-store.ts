import type { Queryable } from '#platform/db/db.ts';

export interface DoneRow {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly staffId: number | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the action recorded a transfer. */
  readonly wasRecorded: boolean;
  /** Whether the matter is still snoozed by this action. */
  readonly isSnoozed: boolean;
}

/** Returns staff's actions in the office since a time, newest first. */
export const doneSince = (
  db: Queryable,
  wanted: { readonly actions: readonly string[]; readonly since: Date; readonly limit: number },
  now: Date,
): Promise<DoneRow[]> =>
  db.rows(
    `select log.id, log.at, log.actor, log.staff_id as "staffId", log.action, log.subject, log.details,
       log.action = 'payment.recorded' as "wasRecorded",
       log.action = 'inbox.snoozed' and exists (
         select from inbox_marks mark where mark.key = log.details ->> 'matter' and mark.snoozed_until > $4
           and mark.snoozed_until = (log.details ->> 'until')::timestamptz
       ) as "isSnoozed"
     from audit_log log
     where log.at >= $2 and log.staff_id is not null and log.action = any($1)
     order by log.at desc, log.id desc
     limit $3`,
    [wanted.actions, wanted.since, wanted.limit, now],
  );
