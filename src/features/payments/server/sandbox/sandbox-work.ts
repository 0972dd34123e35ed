import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { signMessage } from './sandbox-callback.ts';
import { finishCallback, takeDueCallbacks } from './sandbox-callback-store.ts';
import { endRefund, refundsArriving } from './sandbox-money-store.ts';
import { letDelayedMoneyArrive } from './sandbox-store.ts';

const TIMEOUT_MS = 10_000;

/** Delayed money, and callbacks over HTTP with retries, as a real gateway sends them. */
export function sandboxWork(db: Db, clock: Clock, key: Buffer): DueWork[] {
  return [
    { name: 'sandbox-delayed-money', run: (now) => letDelayedMoneyArrive(db, now) },
    {
      name: 'sandbox-delayed-refunds',
      async run(now) {
        const due = await refundsArriving(db, now);
        for (const { id } of due) await endRefund(db, id, { status: 'done' }, now);
        return due.length;
      },
    },
    {
      name: 'sandbox-callbacks',
      async run(now) {
        const due = await takeDueCallbacks(db, now);
        await Promise.all(
          due.map(async (callback) => {
            const delivered = await deliver(callback.callbackUrl, callback.body, key, clock.now());
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
