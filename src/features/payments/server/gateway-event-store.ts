import type { Queryable, Tx } from '#platform/db/db.ts';
import type { GatewayFact, Subject } from './gateway-facts.ts';
import type { Movement } from './settle-store.ts';

export interface NewGatewayEvent {
  readonly gateway: string;
  readonly eventId: string;
  readonly facts: readonly GatewayFact[];
  readonly ask: readonly Subject[];
}

export interface GatewayEventRow extends NewGatewayEvent {
  readonly id: number;
  readonly tries: number;
}

const QUERY_EVERY = "interval '2 seconds'";

/** A message falls due again after this time if the process that took it dies. */
export const LEASE = "interval '1 minute'";

interface StoredEvent {
  readonly id: number;
  readonly isTaken: boolean;
}

const keyOf = ({ gateway, eventId }: Pick<NewGatewayEvent, 'gateway' | 'eventId'>) => `${gateway} ${eventId}`;

/**
 * Stores messages and takes them under a lease, as `takeGatewayEvents` does. Locks them in the order of their keys.
 * Each message is processed once, so the result is null for one that is already stored or comes twice in the list. Only
 * a message that was given up, or that just tells the shop to query, falls due again if it is repeated (`isTaken` is
 * false). If it is still being processed, it falls due again afterwards, because the gateway's answer may be older than
 * the repetition.
 */
export async function storeGatewayEvents(
  db: Queryable,
  events: readonly NewGatewayEvent[],
  now: Date,
): Promise<(StoredEvent | null)[]> {
  const firsts = new Map<string, NewGatewayEvent>();
  for (const event of events) if (!firsts.has(keyOf(event))) firsts.set(keyOf(event), event);
  const inOrder = [...firsts.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, event]) => event);
  const rows = await db.rows<StoredEvent & Pick<NewGatewayEvent, 'gateway' | 'eventId'> & { asksAgain: boolean }>(
    `insert into gateway_events (gateway, event_id, received_at, facts, ask, next_try_at, tries)
     select gateway, "eventId", $1::timestamptz, facts, ask, $1::timestamptz + ${LEASE}, 1
     from jsonb_to_recordset($2) as event (gateway text, "eventId" text, facts jsonb, ask jsonb)
     on conflict (gateway, event_id) do update
       set done_at = null,
         tries = case when gateway_events.next_try_at is null then 0 else gateway_events.tries end,
         error = case when gateway_events.next_try_at is null then '' else gateway_events.error end,
         next_try_at = coalesce(gateway_events.next_try_at, greatest($1::timestamptz, gateway_events.done_at + ${QUERY_EVERY})),
         asks_again = gateway_events.next_try_at is not null
       where not gateway_events.asks_again
         and (
           gateway_events.facts = '[]'
           or (gateway_events.next_try_at is null and gateway_events.done_at is null)
         )
     returning id, gateway, event_id as "eventId", tries = 1 as "isTaken", asks_again as "asksAgain"`,
    [now, JSON.stringify(inOrder)],
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  return events.map((event) => {
    const row = firsts.get(keyOf(event)) === event ? stored.get(keyOf(event)) : undefined;
    return row && !row.asksAgain ? row : null;
  });
}

/** Locks messages in the order of their ids. `tries` fences off a process whose lease has passed to another. */
export function finishGatewayEvents(
  db: Queryable,
  unordered: readonly Pick<GatewayEventRow, 'id' | 'tries'>[],
  now: Date,
): Promise<number> {
  const events = unordered.toSorted((one, other) => one.id - other.id);
  return db.run(
    `update gateway_events e
     set next_try_at = case when e.asks_again then $3::timestamptz + ${QUERY_EVERY} end,
       done_at = case when e.asks_again then null else $3::timestamptz end,
       tries = case when e.asks_again then 0 else e.tries end,
       asks_again = false,
       waits_for = null
     from unnest($1::bigint[], $2::integer[]) as finished (id, tries)
     where e.id = finished.id and e.tries = finished.tries`,
    [events.map(({ id }) => id), events.map(({ tries }) => tries), now],
  );
}

/**
 * Makes messages that came before their payment due at once, now that it is booked. The higher `tries` fences off a
 * process that is working on one and has not seen the payment.
 */
export async function releaseGatewayEvents(tx: Tx, movements: readonly Movement[], now: Date): Promise<void> {
  if (movements.length === 0) return;
  await tx.run(
    `update gateway_events e
     set next_try_at = $3, tries = e.tries + 1
     from unnest($1::text[], $2::text[]) as movement (gateway, transaction)
     where e.gateway = movement.gateway and e.waits_for = movement.transaction and e.next_try_at is not null`,
    [movements.map(({ source }) => source), movements.map(({ transaction }) => transaction), now],
  );
}
