import { createHash } from 'node:crypto';
import type { DueWork } from '#platform/work/due-work.ts';
import { errorText } from '#platform/work/error-text.ts';
import { inOneTurn } from '#platform/work/in-one-turn.ts';
import { applyOtherFact, type FactHandlers, type FactOutcome } from './apply-other-fact.ts';
import { keyOfAsk, knownSubjects, queryGateway } from './ask-gateway.ts';
import { attemptsOfGateways, type NamedAttempt } from './attempt-store.ts';
import type { PaymentGateway } from './gateway.ts';
import {
  finishGatewayEvents,
  type GatewayEventRow,
  type NewGatewayEvent,
  storeGatewayEvents,
} from './gateway-event-store.ts';
import { takeGatewayEvent, takeGatewayEvents } from './gateway-event-work-store.ts';
import type { GatewayFact, GenuineMessage } from './gateway-facts.ts';
import type { Gateways } from './gateways.ts';
import { retryMessage } from './retry-message.ts';
import type { SettleParts } from './settle-attempt.ts';
import { bookUnknownMoney, type UnknownMoneyParts } from './unexpected-money.ts';

const BATCH = 20;

export interface InboxParts extends SettleParts, UnknownMoneyParts {
  readonly handlers: FactHandlers;
  readonly gateways: Gateways;
  onError(error: unknown): void;
}

export interface GatewayInbox {
  /** Stores a verified message; returns false if it does not concern this shop. It is processed afterwards. */
  receive(gateway: PaymentGateway, message: GenuineMessage, body: Buffer): Promise<boolean>;
  readonly work: DueWork;
  /** Resolves when no message is being processed, with the number that this process has received so far. */
  idle(): Promise<number>;
}

/**
 * Keeps the messages of the gateways: each is stored before it is answered and then processed, at once by this process
 * and again by due work until that succeeds. Messages that arrive in the same turn share their statements.
 */
export function gatewayInbox(parts: InboxParts, now: () => Date): GatewayInbox {
  const { db, onError } = parts;
  const underWay = new Set<Promise<unknown>>();
  let received = 0;
  const store = inOneTurn((events: readonly NewGatewayEvent[]) => storeGatewayEvents(db, events, now()));
  const findAttempt = inOneTurn((named: readonly NamedAttempt[]) => attemptsOfGateways(db, named));
  const finish = inOneTurn(async (events: readonly GatewayEventRow[]) => {
    await finishGatewayEvents(db, events, now());
    return events.map(() => undefined);
  });

  async function receive(
    gateway: PaymentGateway,
    { eventId, facts, ask: subjects }: GenuineMessage,
    body: Buffer,
  ): Promise<boolean> {
    const ask = subjects.length > 0 ? await knownSubjects(db, gateway, subjects) : [];
    if (facts.length === 0 && ask.length === 0) return false;
    const key = eventId ?? (facts.length === 0 ? keyOfAsk(ask) : digestOf(body));
    const event = { gateway: gateway.name, eventId: key, facts, ask };
    const at = now();
    const stored = await store(event);
    if (stored === null) return true;
    received += 1;
    const { id, isTaken } = stored;
    const applying = isTaken
      ? process({ ...event, id, tries: 1 }, at)
      : takeGatewayEvent(db, at, id).then((taken) => processAll(taken, at));
    const working: Promise<unknown> = applying.catch(onError);
    underWay.add(working);
    void working.finally(() => underWay.delete(working));
    return true;
  }

  /** Applies every fact of a message, even after one that cannot be applied, because they are independent. */
  async function process(event: GatewayEventRow, at: Date): Promise<void> {
    let failure: string | null = null;
    let waitsFor: string | null = null;
    const noteFailure = (error: unknown) => {
      onError(error);
      failure ??= errorText(error);
    };
    const apply = async (facts: readonly GatewayFact[]) => {
      for (const fact of facts) {
        const outcome = await applyFact(event.gateway, fact, at).catch(noteFailure);
        if (outcome === 'early' && 'transaction' in fact) waitsFor = fact.transaction;
      }
    };
    await apply(event.facts);
    for (const subject of event.ask) await queryGateway(parts, event, subject, at).then(apply, noteFailure);
    const isApplied = failure === null && waitsFor === null;
    await (isApplied ? finish(event) : retryMessage(db, event, { failure, waitsFor }, at)).catch(onError);
  }

  async function applyFact(gateway: string, fact: GatewayFact, at: Date): Promise<FactOutcome> {
    if (fact.about !== 'attempt') return applyOtherFact(parts.handlers, gateway, fact, at);
    const attempt = await findAttempt({ gateway, attempt: fact.attempt });
    if (attempt) await parts.settle(attempt, fact.update, at);
    else if (fact.update.status === 'paid') await bookUnknownMoney(parts, gateway, fact.attempt, fact.update, at);
    return 'applied';
  }

  async function processAll(events: readonly GatewayEventRow[], at: Date): Promise<number> {
    await Promise.all(events.map((event) => process(event, at)));
    return events.length;
  }

  return {
    receive,
    work: { name: 'gateway-events', run: async (at) => processAll(await takeGatewayEvents(db, at, BATCH), at) },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
      return received;
    },
  };
}

const digestOf = (body: Buffer): string => `sha256:${createHash('sha256').update(body).digest('hex')}`;
