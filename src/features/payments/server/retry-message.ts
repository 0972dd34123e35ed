import type { Queryable } from '#platform/db/db.ts';
import { finishGatewayEvents, type GatewayEventRow } from './gateway-event-store.ts';
import { postponeGatewayEvent, type WhyPostponed } from './gateway-event-work-store.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/**
 * The pauses in milliseconds before a message is tried again. If the attempt after the last pause fails too, the
 * message is given up and listed for the operator.
 */
const RETRY_AFTER_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];

/**
 * Schedules another attempt at a message with a fact that failed or that came before its payment, or gives the message
 * up.
 */
export function retryMessage(db: Queryable, event: GatewayEventRow, why: WhyPostponed, now: Date): Promise<number> {
  const pause = RETRY_AFTER_MS[event.tries - 1];
  const nextTryAt = pause === undefined ? null : new Date(now.getTime() + pause);
  // A fact that is still early after days is about somebody else's payment at the same provider.
  if (why.failure === null && nextTryAt === null) return finishGatewayEvents(db, [event], now);
  return postponeGatewayEvent(db, event, why, nextTryAt);
}
