import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
import { versionIn } from '../load/visitors.ts';

/** One add to a cart, in milliseconds of `performance.now()`. */
export interface Add {
  readonly startedAt: number;
  readonly endedAt: number;
}

export interface Adders {
  readonly adds: readonly Add[];
  /** Answers other than 200. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

/** A prime number, so that the items come in a different order from the folder's. */
const STRIDE = 1_009;
const HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

/**
 * Starts clients that each put one item after another into a new cart, at most one every `everyMs`. Like the shop's
 * pages they send the version of the catalogue that they have, and receive what has changed since.
 */
export function startAdders(
  origin: string,
  load: { codes: readonly string[]; clients: number; everyMs: number; version: string },
): Adders {
  const { codes, clients, everyMs } = load;
  const adds: Add[] = [];
  const failures: string[] = [];
  let isOver = false;
  let count = 0;
  const work = async () => {
    const connection = new Connection(origin);
    let version = load.version;
    while (!isOver) {
      const body = JSON.stringify({
        external_code: codes[(count++ * STRIDE) % codes.length],
        full_name: 'Ada Lovelace',
        email: 'holder@example.org',
        age: '25-34',
        catalogue_version: version,
        catalogue: 'changes',
        orders: 'newest',
      });
      const request = Connection.request('POST', '/api/add-product-to-cart', HEADERS, body);
      const startedAt = performance.now();
      const answer = await connection.send(request);
      const endedAt = performance.now();
      adds.push({ startedAt, endedAt });
      if (answer.status === 200) version = versionIn(answer);
      else failures.push(`${answer.status} ${answer.body.toString('utf8', 0, 200)}`);
      await pause(Math.max(0, startedAt + everyMs - endedAt));
    }
    connection.close();
  };
  const working = Promise.all(Array.from({ length: clients }, work));
  // If a connection breaks, `stop` throws.
  working.catch(() => {});
  return {
    adds,
    failures,
    async stop() {
      isOver = true;
      await working;
    },
  };
}
