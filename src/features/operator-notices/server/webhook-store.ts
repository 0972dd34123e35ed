import type { Queryable } from '#platform/db/db.ts';

export interface DueWebhook {
  readonly id: number;
  readonly openedAt: Date;
  readonly body: Readonly<Record<string, unknown>>;
  readonly tries: number;
}

/**
 * Takes the due webhooks and postpones them by the pause after this attempt, so that a crash only delays them and no
 * two processes send the same one. The attempt after the last pause is the final one.
 */
export const takeDueWebhooks = (
  db: Queryable,
  pausesMinutes: readonly number[],
  now: Date,
  limit: number,
): Promise<DueWebhook[]> =>
  db.rows(
    `update operator_notices
     set webhook_tries = webhook_tries + 1,
       webhook_next_at = $1::timestamptz + ($2::int[])[webhook_tries + 1] * interval '1 minute'
     where id = any(array(
       select id
       from operator_notices
       where webhook_next_at <= $1
       order by webhook_next_at, id
       limit $3
       for update skip locked
     ))
     returning id, opened_at as "openedAt", webhook_body as body, webhook_tries as tries`,
    [now, pausesMinutes, limit],
  );

export const markWebhookSent = (db: Queryable, id: number, now: Date): Promise<number> =>
  db.run(`update operator_notices set webhook_sent_at = $2, webhook_next_at = null, webhook_error = '' where id = $1`, [
    id,
    now,
  ]);

export const noteWebhookError = (db: Queryable, id: number, error: string): Promise<number> =>
  db.run('update operator_notices set webhook_error = $2 where id = $1', [id, error]);

export interface GivenUpWebhooks {
  readonly count: number;
  readonly since: Date | null;
  readonly error: string;
}

const GIVEN_UP = `webhook_body is not null and webhook_next_at is null and webhook_sent_at is null
       and opened_at > (select coalesce(max(webhook_sent_at), '-infinity') from operator_notices)`;

/** Counts the given-up calls about matters that opened after the receiver last accepted one, with the newest error. */
export async function givenUpWebhooks(db: Queryable): Promise<GivenUpWebhooks> {
  const row = await db.row<GivenUpWebhooks>(
    `select count(*) as count, min(opened_at) as since,
       coalesce((array_agg(webhook_error order by id desc))[1], '') as error
     from operator_notices
     where ${GIVEN_UP}`,
  );
  return row!;
}

/**
 * Makes the calls of `givenUpWebhooks` due again; returns their number. If they fail once more, they are given up
 * again.
 */
export const retryGivenUpWebhooks = (db: Queryable, now: Date): Promise<number> =>
  db.run(`update operator_notices set webhook_next_at = $1 where ${GIVEN_UP}`, [now]);

/** Drops the calls of `givenUpWebhooks`; returns their number. */
export const dropGivenUpWebhooks = (db: Queryable): Promise<number> =>
  db.run(`update operator_notices set webhook_body = null, webhook_error = '' where ${GIVEN_UP}`);
