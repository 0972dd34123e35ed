import { retryGivenUpEvent, settleGivenUpEvent } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#platform/db/db.ts';
import { dropGivenUpWebhooks, retryGivenUpWebhooks } from './webhook-store.ts';

/** A message of a payment provider. */
export interface GivenUpMessage {
  readonly gateway: string;
  /** The provider's id of the message. */
  readonly message: string;
}

const subjectOf = ({ gateway, message }: GivenUpMessage) => `message ${gateway} ${message}`;

/**
 * Retries a message that was given up; due work processes it within a second. Returns false if it is no longer given
 * up: somebody else was faster, or the provider has sent it again.
 */
export async function retryMessage(tx: Tx, given: GivenUpMessage, actor: Actor, now: Date): Promise<boolean> {
  if (!(await retryGivenUpEvent(tx, given.gateway, given.message, now))) return false;
  await writeAudit(tx, { actor, action: 'message.retried', subject: subjectOf(given) }, now);
  return true;
}

/** Removes from the list a message that a person has dealt with. Returns false if it is no longer given up. */
export async function settleMessage(
  tx: Tx,
  given: GivenUpMessage,
  { note, actor }: { readonly note: string; readonly actor: Actor },
  now: Date,
): Promise<boolean> {
  if (!(await settleGivenUpEvent(tx, given.gateway, given.message, now))) return false;
  await writeAudit(tx, { actor, action: 'message.settled', subject: subjectOf(given), details: { note } }, now);
  return true;
}

/** Makes the given-up calls to the operator's webhook due again. Returns their number. */
export async function retryWebhooks(tx: Tx, actor: Actor, now: Date): Promise<number> {
  const count = await retryGivenUpWebhooks(tx, now);
  if (count > 0)
    await writeAudit(tx, { actor, action: 'webhook.retried', subject: 'webhook', details: { count } }, now);
  return count;
}

/** Drops the given-up calls to the operator's webhook. Returns their number. */
export async function dropWebhooks(tx: Tx, actor: Actor, now: Date): Promise<number> {
  const count = await dropGivenUpWebhooks(tx);
  if (count > 0)
    await writeAudit(tx, { actor, action: 'webhook.dropped', subject: 'webhook', details: { count } }, now);
  return count;
}
