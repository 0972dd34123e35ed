import { createHmac } from 'node:crypto';
import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { answeredWith, NO_ANSWER } from '../domain/webhook-error.ts';
import { type DueWebhook, markWebhookSent, noteWebhookError, takeDueWebhooks } from './webhook-store.ts';

export interface OperatorWebhook {
  readonly url: string;
  readonly secret: string;
}

const BATCH = 5;
const ANSWER_WITHIN_MS = 10_000;
/** The pauses in minutes after each failed attempt. The attempt after the last pause is the final one. */
const PAUSES_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440];

/**
 * Sends matters to the operator's webhook. Repeats a call for two days until the answer has a status from 200 to 299.
 */
export const sendWebhooks = (
  db: Db,
  webhook: OperatorWebhook,
  onFailedTry: (failure: { notice: number; tries: number; error: string }) => void,
): DueWork => ({
  name: 'operator-webhooks',
  async run(now) {
    const due = await takeDueWebhooks(db, PAUSES_MINUTES, now, BATCH);
    await Promise.all(
      due.map(async (notice) => {
        const error = await errorOf(webhook, notice, now);
        if (error === null) return markWebhookSent(db, notice.id, now);
        onFailedTry({ notice: notice.id, tries: notice.tries, error });
        return noteWebhookError(db, notice.id, error);
      }),
    );
    return due.length;
  },
});

/**
 * Returns the error, or null if the receiver accepted the call. Never contains the address, which may hold a secret.
 */
async function errorOf(
  webhook: OperatorWebhook,
  { id, openedAt, body }: DueWebhook,
  now: Date,
): Promise<string | null> {
  const text = JSON.stringify({ id, event: 'opened', at: openedAt.toISOString(), ...body });
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'foyer-signature': signatureOf(text, webhook.secret, now) },
      body: text,
      // A redirect could send the data to anybody.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? null : answeredWith(answer.status);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return name === 'TimeoutError' ? NO_ANSWER : (cause?.code ?? name);
  }
}

/** `t=<seconds>,v1=<hex HMAC-SHA256 of "seconds.body">`. */
function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
