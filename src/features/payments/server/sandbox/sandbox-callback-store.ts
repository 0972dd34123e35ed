import { randomBytes } from 'node:crypto';
import type { Queryable } from '#platform/db/db.ts';
import type { SandboxFact } from './sandbox-fact-message.ts';

/**
 * The pauses in milliseconds before a callback is sent again. If the attempt after the last pause fails too, only a
 * status query returns the outcome.
 */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000];

export interface DueCallback {
  id: number;
  body: string;
  tries: number;
  callbackUrl: string;
}

/** Takes callbacks under a lease, so that they fall due again if this process dies. */
export async function takeDueCallbacks(db: Queryable, now: Date): Promise<DueCallback[]> {
  return db.rows<DueCallback>(
    `update sandbox_callbacks c
     set tries = c.tries + 1, next_try_at = $2
     from sandbox_payments p
     where p.id = c.sandbox_payment_id
       and c.id = any(array(
         select id from sandbox_callbacks where next_try_at <= $1 order by id limit 20 for update skip locked
       ))
     returning c.id, c.body, c.tries, p.callback_url as "callbackUrl"`,
    [now, new Date(now.getTime() + 30_000)],
  );
}

/** `tries` fences off a process whose lease has passed to another. */
export async function finishCallback(
  db: Queryable,
  callback: DueCallback,
  delivered: boolean,
  now: Date,
): Promise<void> {
  const pause = RETRY_AFTER_MS[callback.tries - 1];
  await db.run(
    `update sandbox_callbacks
     set next_try_at = $3, delivered_at = $4
     where id = $1 and tries = $2`,
    [
      callback.id,
      callback.tries,
      delivered || pause === undefined ? null : new Date(now.getTime() + pause),
      delivered ? now : null,
    ],
  );
}

export const queueFact = (db: Queryable, paymentId: string, fact: SandboxFact, now: Date): Promise<number> =>
  queueMessage(db, paymentId, { fact }, now);

/** The message is sent to the address that the payment was started with. */
export function queueMessage(db: Queryable, paymentId: string, content: object, now: Date): Promise<number> {
  const eventId = `event_${randomBytes(12).toString('base64url')}`;
  return db.run(
    `insert into sandbox_callbacks (sandbox_payment_id, event_id, body, next_try_at, created_at)
     values ($1, $2, $3, $4, $4)`,
    [paymentId, eventId, JSON.stringify({ event: eventId, ...content }), now],
  );
}

/** Sends the payment's newest message again, under its own id. */
export const repeatMessage = (db: Queryable, paymentId: string, now: Date): Promise<number> =>
  db.run(
    `insert into sandbox_callbacks (sandbox_payment_id, event_id, body, next_try_at, created_at)
     select sandbox_payment_id, event_id, body, $2, created_at
     from sandbox_callbacks
     where sandbox_payment_id = $1
     order by id desc
     limit 1`,
    [paymentId, now],
  );

/** Returns the messages of a period that follow the one with the id `after`. */
export const messagesBetween = (
  db: Queryable,
  { since, until, after }: { readonly since: Date; readonly until: Date; readonly after: number },
  limit: number,
): Promise<{ id: number; body: string }[]> =>
  db.rows(
    `select id, body from sandbox_callbacks
     where created_at between $1 and $2 and id > $3
     order by id
     limit $4`,
    [since, until, after, limit],
  );
