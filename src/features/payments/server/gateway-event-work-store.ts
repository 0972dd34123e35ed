import type { Queryable } from '#platform/db/db.ts';
import { type GatewayEventRow, LEASE, type NewGatewayEvent } from './gateway-event-store.ts';

/** Stores a message, due at once, unless it is already stored in any state. */
export const storeNewGatewayEvent = (db: Queryable, event: NewGatewayEvent, now: Date): Promise<number> =>
  db.run(
    `insert into gateway_events (gateway, event_id, received_at, facts, ask, next_try_at)
     values ($1, $2, $3, $4, $5, $3)
     on conflict (gateway, event_id) do nothing`,
    [event.gateway, event.eventId, now, JSON.stringify(event.facts), JSON.stringify(event.ask)],
  );

/** Takes due messages under a lease, so that they fall due again if this process dies. */
export const takeGatewayEvents = (db: Queryable, now: Date, limit: number): Promise<GatewayEventRow[]> =>
  take(db, 'next_try_at <= $1 order by next_try_at limit $2', [now, limit]);

/** Takes one message in the same way, if it is due. */
export const takeGatewayEvent = (db: Queryable, now: Date, id: number): Promise<GatewayEventRow[]> =>
  take(db, 'id = $2 and next_try_at <= $1', [now, id]);

const take = (db: Queryable, which: string, values: unknown[]): Promise<GatewayEventRow[]> =>
  db.rows(
    `update gateway_events
     set tries = tries + 1, next_try_at = $1::timestamptz + ${LEASE}, asks_again = false
     where id = any(array(select id from gateway_events where ${which} for update skip locked))
     returning id, gateway, event_id as "eventId", facts, ask, tries`,
    values,
  );

export interface WhyPostponed {
  readonly failure: string | null;
  /** The movement of a payment that the shop does not know yet. */
  readonly waitsFor: string | null;
}

/** Postpones a message to its next attempt. A null `nextTryAt` gives it up and lists it for the operator. */
export const postponeGatewayEvent = (
  db: Queryable,
  { id, tries }: GatewayEventRow,
  why: WhyPostponed,
  nextTryAt: Date | null,
): Promise<number> =>
  db.run('update gateway_events set next_try_at = $3, error = $4, waits_for = $5 where id = $1 and tries = $2', [
    id,
    tries,
    nextTryAt,
    why.failure ?? '',
    why.waitsFor,
  ]);

/** Deletes up to `limit` messages that were processed by `before`; returns their number. */
export const deleteGatewayEvents = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `delete from gateway_events
     where id = any(array(
       select id from gateway_events where done_at <= $1 order by done_at limit $2 for update skip locked
     ))`,
    [before, limit],
  );
