import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { signMessage } from './sandbox-signature.ts';
import { finishCallback, letDelayedMoneyArrive, takeDueCallbacks } from './sandbox-store.ts';

const ANSWER_WITHIN_MS = 10_000;

/** Delayed money, and callbacks over HTTP with retries, as a real gateway sends them. */
export function sandboxWork(db: Db, clock: Clock, key: Buffer): DueWork[] {
  return [
    { name: 'sandbox-delayed-money', run: (now) => letDelayedMoneyArrive(db, now) },
    {
      name: 'sandbox-callbacks',
      async run(now) {
        const due = await takeDueCallbacks(db, now);
        await Promise.all(
          due.map(async (callback) => {
            const delivered = await deliver(callback.callback_url, callback.body, key, clock.now());
            await finishCallback(db, callback, delivered, clock.now());
          }),
        );
        return due.length;
      },
    },
  ];
}

async function deliver(url: string, body: string, key: Buffer, now: Date): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'sandbox-signature': signMessage(key, body, now) },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
