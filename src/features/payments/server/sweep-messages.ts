import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { knownSubjects } from './ask-gateway.ts';
import type { PaymentGateway } from './gateway.ts';
import { storeNewGatewayEvent } from './gateway-event-work-store.ts';
import {
  beginSweeps,
  finishSweep,
  noteSweepPage,
  resumeSweepAt,
  type SweepRow,
  takeDueSweeps,
} from './gateway-sweep-store.ts';
import type { Gateways } from './gateways.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const EVERY_MS = HOUR;
/** A message up to this age, in milliseconds, may still be delivered. */
const IN_FLIGHT_MS = 5 * MINUTE;
/** The time in milliseconds that the next sweep covers again, for messages that a list shows late. */
const OVERLAP_MS = 10 * MINUTE;
/** Stripe lists no older messages. */
const LONGEST_MS = 30 * DAY;

/**
 * At most this many pages are read per run, so that a long outage does not hold up other due work. The next run, a
 * minute later, continues there.
 */
const MAX_PAGES = 50;

export interface SweepParts {
  readonly db: Db;
  readonly gateways: Gateways;
  onError(error: unknown): void;
  readonly maxPages?: number;
}

/**
 * Every hour, queries the gateways that list their messages for those since the last sweep, and puts those that never
 * arrived into the inbox, so that refunds and disputes are not lost while the shop or its webhook is down.
 */
export const sweepMessages = (parts: SweepParts): DueWork => ({
  name: 'gateway-sweeps',
  everyMs: MINUTE,
  async run(now) {
    const { db } = parts;
    const names = parts.gateways.all.filter(({ listMessages }) => listMessages).map(({ name }) => name);
    const nextAt = new Date(now.getTime() + EVERY_MS);
    await beginSweeps(db, names, { sweptUntil: new Date(now.getTime() - DAY), nextAt });
    const due = await takeDueSweeps(db, names, now, nextAt);
    for (const sweep of due) await sweepGateway(parts, sweep, now).catch(parts.onError);
    return due.length;
  },
});

async function sweepGateway(
  { db, gateways, maxPages = MAX_PAGES }: SweepParts,
  sweep: SweepRow,
  now: Date,
): Promise<void> {
  const gateway = gateways.of(sweep);
  const until = sweep.sweepingUntil ?? new Date(now.getTime() - IN_FLIGHT_MS);
  const earliest = Math.max(sweep.sweptUntil.getTime() - OVERLAP_MS, now.getTime() - LONGEST_MS);
  if (until.getTime() <= earliest) return;
  const span = { since: new Date(earliest), until };
  let { after } = sweep;
  let pages = 0;
  do {
    if (pages === maxPages) {
      await resumeSweepAt(db, gateway.name, new Date(now.getTime() + MINUTE));
      return;
    }
    pages += 1;
    after = await receivePage(db, gateway, { ...span, after }, now);
    if (after !== null) await noteSweepPage(db, gateway.name, until, after);
  } while (after !== null);
  await finishSweep(db, gateway.name, until);
}

async function receivePage(
  db: Db,
  gateway: PaymentGateway,
  place: { readonly since: Date; readonly until: Date; readonly after: string | null },
  now: Date,
): Promise<string | null> {
  const { messages, next } = await gateway.listMessages!(place, now);
  for (const { eventId, facts, ask: subjects } of messages) {
    const ask = await knownSubjects(db, gateway, subjects);
    if (facts.length === 0 && ask.length === 0) continue;
    // Stored unless it arrived before. Due work processes it.
    await storeNewGatewayEvent(db, { gateway: gateway.name, eventId, facts, ask }, now);
  }
  return next;
}
