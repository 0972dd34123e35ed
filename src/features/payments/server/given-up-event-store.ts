import type { Queryable, Tx } from '#platform/db/db.ts';

/** Returns messages that could not be processed, oldest first. */
export const givenUpGatewayEvents = (
  db: Queryable,
  limit: number,
): Promise<{ gateway: string; eventId: string; receivedAt: Date; error: string }[]> =>
  db.rows(
    `select gateway, event_id as "eventId", received_at as "receivedAt", error
     from gateway_events
     where next_try_at is null and done_at is null
     order by received_at
     limit $1`,
    [limit],
  );

const GIVEN_UP = 'gateway = $1 and event_id = $2 and next_try_at is null and done_at is null';

/**
 * Schedules a given-up message for one more attempt. If that fails, the message is given up again. Returns false if it
 * was not given up.
 */
export const retryGivenUpEvent = async (tx: Tx, gateway: string, eventId: string, now: Date): Promise<boolean> =>
  (await tx.run(`update gateway_events set next_try_at = $3 where ${GIVEN_UP}`, [gateway, eventId, now])) === 1;

/** Removes a given-up message from the operator's list; returns false if it was not given up. */
export const settleGivenUpEvent = async (tx: Tx, gateway: string, eventId: string, now: Date): Promise<boolean> =>
  (await tx.run(`update gateway_events set done_at = $3 where ${GIVEN_UP}`, [gateway, eventId, now])) === 1;
