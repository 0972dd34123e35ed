import { createHash } from 'node:crypto';
import type { DueWork } from '#platform/work/due-work.ts';
import { inOneTurn } from '#platform/work/in-one-turn.ts';
import { keyOfAsk, knownSubjects, queryGateway } from './ask-gateway.ts';
import { type AttemptRow, attemptsOfGateways, type NamedAttempt } from './attempt-store.ts';
import { bookUnknownMoney, type UnknownMoneyParts } from './book-unknown-money.ts';
import type { FactHandlers, FactOutcome } from './fact-handlers.ts';
import type { PaymentGateway } from './gateway.ts';
import {
  finishGatewayEvents,
  type GatewayEventRow,
  type NewGatewayEvent,
  postponeGatewayEvent,
  storeGatewayEvents,
  storeNewGatewayEvent,
  takeGatewayEvent,
  takeGatewayEvents,
} from './gateway-event-store.ts';
import type { CallbackReading, GatewayFact, ListedMessage } from './gateway-facts.ts';
import type { Gateways } from './gateways.ts';
import type { SettleParts } from './settle-attempt.ts';

const BATCH = 20;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/**
 * The pauses in milliseconds before a message is tried again. After the last it is given up and listed for the
 * operator.
 */
const RETRY_AFTER_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];

export interface InboxParts extends SettleParts, UnknownMoneyParts {
  readonly handlers: FactHandlers;
  readonly gateways: Gateways;
  onError(error: unknown): void;
}

/** Messages that arrive in the same turn share these statements. */
interface WorkParts extends InboxParts {
  findAttempt(named: NamedAttempt): Promise<AttemptRow | undefined>;
  finish(event: GatewayEventRow): Promise<void>;
}

export interface GatewayInbox {
  /** Stores a verified message; returns false if it concerns nothing here. It is processed afterwards. */
  receive(gateway: PaymentGateway, reading: Extract<CallbackReading, { ok: true }>, body: Buffer): Promise<boolean>;
  /** Stores a message that the gateway lists, unless it arrived before. Due work processes it. */
  receiveListed(gateway: PaymentGateway, message: ListedMessage): Promise<void>;
  readonly work: DueWork;
  /** Resolves when no message is being processed, with the number that this process has received so far. */
  idle(): Promise<number>;
}

/**
 * Keeps the messages of the gateways: each is stored before it is answered and then processed, at once by this process
 * and again by due work until that succeeds.
 */
export function gatewayInbox(parts: InboxParts, now: () => Date): GatewayInbox {
  const underWay = new Set<Promise<unknown>>();
  let received = 0;
  const { db } = parts;
  const store = inOneTurn((events: readonly NewGatewayEvent[]) => storeGatewayEvents(db, events, now()));
  const work: WorkParts = {
    ...parts,
    findAttempt: inOneTurn((named: readonly NamedAttempt[]) => attemptsOfGateways(db, named)),
    finish: inOneTurn(async (events: readonly GatewayEventRow[]) => {
      await finishGatewayEvents(db, events, now());
      return events.map(() => undefined);
    }),
  };
  const workOn = async (at: Date, events: readonly GatewayEventRow[]): Promise<number> => {
    await Promise.all(events.map((event) => workOnEvent(work, event, at)));
    return events.length;
  };
  const workOnOne = async (at: Date, id: number) => workOn(at, await takeGatewayEvent(parts.db, at, id));
  return {
    async receive(gateway, reading, body) {
      const ask = await knownSubjects(parts.db, gateway, reading.ask);
      if (reading.facts.length === 0 && ask.length === 0) return false;
      const eventId = reading.eventId ?? (reading.facts.length === 0 ? keyOfAsk(ask) : digestOf(body));
      const event = { gateway: gateway.name, eventId, facts: reading.facts, ask };
      const at = now();
      const stored = await store(event);
      if (stored === null) return true;
      received += 1;
      const { id, isTaken } = stored;
      const applying = isTaken ? workOnEvent(work, { ...event, id, tries: 1 }, at) : workOnOne(at, id);
      const working: Promise<unknown> = applying.catch(parts.onError);
      underWay.add(working);
      void working.finally(() => underWay.delete(working));
      return true;
    },
    async receiveListed(gateway, { eventId, facts, ask: subjects }) {
      const ask = await knownSubjects(parts.db, gateway, subjects);
      if (facts.length === 0 && ask.length === 0) return;
      await storeNewGatewayEvent(parts.db, { gateway: gateway.name, eventId, facts, ask }, now());
    },
    work: { name: 'gateway-events', run: async (at) => workOn(at, await takeGatewayEvents(parts.db, at, BATCH)) },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
      return received;
    },
  };
}

const digestOf = (body: Buffer): string => `sha256:${createHash('sha256').update(body).digest('hex')}`;

async function workOnEvent(parts: WorkParts, event: GatewayEventRow, now: Date): Promise<void> {
  const { failure, waitsFor } = await applyAll(parts, event, now);
  const pause = RETRY_AFTER_MS[event.tries - 1];
  const nextTryAt = pause === undefined ? null : new Date(now.getTime() + pause);
  // A fact that is still early after days is about somebody else's payment at the same provider.
  const isDone = failure === null && (waitsFor === null || nextTryAt === null);
  const done = isDone
    ? parts.finish(event)
    : postponeGatewayEvent(parts.db, event, { error: failure ?? '', waitsFor }, nextTryAt);
  await done.catch(parts.onError);
}

/** Applies every fact of a message, even after one that cannot be applied, because they are independent. */
async function applyAll(
  parts: WorkParts,
  event: GatewayEventRow,
  now: Date,
): Promise<{ failure: string | null; waitsFor: string | null }> {
  let failure: string | null = null;
  let waitsFor: string | null = null;
  const attempt = async (step: () => Promise<void>) => {
    try {
      await step();
    } catch (error) {
      parts.onError(error);
      failure ??= (error instanceof Error ? error.message : String(error)).slice(0, 500);
    }
  };
  const apply = (fact: GatewayFact) =>
    attempt(async () => {
      const outcome = await applyFact(parts, event.gateway, fact, now);
      if (outcome === 'early' && 'transaction' in fact) waitsFor = fact.transaction;
    });
  for (const fact of event.facts) await apply(fact);
  for (const subject of event.ask) {
    await attempt(async () => {
      const answers = await queryGateway(parts.db, parts.gateways.of(event), subject, now);
      for (const fact of answers) await apply(fact);
    });
  }
  return { failure, waitsFor };
}

async function applyFact(parts: WorkParts, gateway: string, fact: GatewayFact, now: Date): Promise<FactOutcome> {
  const { findAttempt, handlers, settle } = parts;
  switch (fact.about) {
    case 'refund':
      return handlers.refund(gateway, fact, now);
    case 'dispute':
      return handlers.dispute(gateway, fact, now);
    case 'fraud_warning':
      await handlers.fraud_warning(gateway, fact, now);
      return 'applied';
    case 'method':
      await handlers.method(gateway, fact, now);
      return 'applied';
    case 'payout':
      await handlers.payout(gateway, fact, now);
      return 'applied';
    case 'attempt': {
      const attempt = await findAttempt({ gateway, attempt: fact.attempt });
      if (attempt) await settle(attempt, fact.update, now);
      else if (fact.update.status === 'paid') await bookUnknownMoney(parts, gateway, fact.attempt, fact.update, now);
      return 'applied';
    }
  }
}
