import type { Queryable, Tx } from '#platform/db/db.ts';
import type { MatterKind } from '../domain/matter.ts';
import type { Notice } from '../domain/plan-notices.ts';

export interface Round {
  /** The day of the latest digest, an ISO day in the shop's time zone; null if there was none. */
  readonly digestDay: string | null;
}

/**
 * Claims the next round of notices. Returns undefined before the `nextAt` of the last round, whichever process claimed
 * it.
 */
export const takeRound = (db: Queryable, now: Date, nextAt: Date): Promise<Round | undefined> =>
  db.row(
    `insert into operator_rounds (next_at)
     values ($2)
     on conflict (is_only) do update
       set next_at = $2
       -- A planned time later than the new one means that the clock was set back.
       where operator_rounds.next_at <= $1 or operator_rounds.next_at > $2
     returning digest_day::text as "digestDay"`,
    [now, nextAt],
  );

/** Returns false if the digest of the day was already taken. */
export const takeDigestDay = async (tx: Tx, day: string): Promise<boolean> =>
  (await tx.run('update operator_rounds set digest_day = $1 where digest_day is distinct from $1::date', [day])) === 1;

export const openNotices = (db: Queryable): Promise<Notice[]> =>
  db.rows(
    `select id, key, kind, opened_at as "openedAt", told_at as "sentAt"
     from operator_notices
     where ended_at is null`,
  );

export interface NewNotice {
  readonly key: string;
  readonly kind: MatterKind;
  /** The body of a webhook call, which is due at once. Null if there is no webhook. */
  readonly webhookBody: Readonly<Record<string, unknown>> | null;
}

export const insertNotices = (db: Queryable, notices: readonly NewNotice[], now: Date): Promise<number> =>
  db.run(
    `insert into operator_notices (key, kind, opened_at, webhook_body, webhook_next_at)
     select key, kind, $2, body, case when body is not null then $2::timestamptz end
     from jsonb_to_recordset($1) as notice (key text, kind text, body jsonb)
     on conflict (key) where ended_at is null do nothing`,
    [JSON.stringify(notices.map(({ key, kind, webhookBody: body }) => ({ key, kind, body }))), now],
  );

export const endNotices = (db: Queryable, notices: readonly Notice[], now: Date): Promise<number> =>
  db.run('update operator_notices set ended_at = $2 where id = any($1) and ended_at is null', [
    notices.map(({ id }) => id),
    now,
  ]);

/** Marks the notices that were not sent yet, and returns their keys. */
export async function markSent(
  tx: Tx,
  keys: readonly string[],
  by: 'mail' | 'digest',
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ key: string }>(
    `update operator_notices
     set told_at = $3, told_by = $2
     where key = any($1) and ended_at is null and told_at is null
     returning key`,
    [keys, by, now],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Returns when mails about urgent matters were written. */
export const mailsSince = async (db: Queryable, since: Date): Promise<Date[]> =>
  (
    await db.rows<{ at: Date }>(
      `select distinct told_at as at from operator_notices where told_at > $1 and told_by = 'mail'`,
      [since],
    )
  ).map(({ at }) => at);

/** Deletes up to `limit` notices that ended by `before`; returns their number. */
export const deleteNotices = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from operator_notices
     where id = any(array(
       select id from operator_notices where ended_at <= $1 order by ended_at limit $2 for update skip locked
     ))`,
    [before, limit],
  );
