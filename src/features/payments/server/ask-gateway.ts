import type { Queryable } from '#platform/db/db.ts';
import { attemptOfGateway, toGatewayAttempt } from './attempt-store.ts';
import type { PaymentGateway } from './gateway.ts';
import type { GatewayFact, Subject } from './gateway-facts.ts';
import type { Gateways } from './gateways.ts';

/** The key of a message without an id that only tells the shop to query the gateway. */
export const keyOfAsk = (ask: readonly Subject[]): string => `ask:${JSON.stringify(ask)}`;

/** Anybody can send an unsigned message, so the gateway is not queried about attempts that the shop does not have. */
export async function knownSubjects(
  db: Queryable,
  gateway: PaymentGateway,
  ask: readonly Subject[],
): Promise<Subject[]> {
  const known: Subject[] = [];
  for (const subject of ask) {
    if (subject.about !== 'attempt' || (await attemptOfGateway(db, gateway.name, subject.attempt))) known.push(subject);
  }
  return known;
}

/** Returns the gateway's facts about the subject; none about an attempt that the shop does not have. */
export async function queryGateway(
  { db, gateways }: { readonly db: Queryable; readonly gateways: Gateways },
  message: { readonly gateway: string },
  subject: Subject,
  now: Date,
): Promise<readonly GatewayFact[]> {
  const gateway = gateways.of(message);
  if (subject.about !== 'attempt') return gateway.inquire(subject, now);
  const attempt = await attemptOfGateway(db, gateway.name, subject.attempt);
  return attempt ? gateway.inquire({ about: 'attempt', attempt: toGatewayAttempt(attempt) }, now) : [];
}
