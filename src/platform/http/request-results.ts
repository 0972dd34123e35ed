import type { Db, Tx } from '#platform/db/db.ts';

export interface RequestHashes {
  key: Buffer;
  body: Buffer;
}

export type EarlierRequest =
  /**
   * This request now owns the key. `mayBeDone`: an earlier request with the key ended without a result, perhaps after
   * its commit, or its result has expired.
   */
  | { kind: 'none'; mayBeDone: boolean }
  | { kind: 'running' }
  | { kind: 'other_body' }
  | { kind: 'done'; status: number; answer: object };

const KEPT_MS = 24 * 60 * 60 * 1_000;
/**
 * After this many milliseconds without a result, the first request is assumed to be dead, and the repeated one does the
 * work. It is shorter than a browser's timeout. If the first process is still alive, locks and unique keys let only one
 * of the two take effect.
 */
const ASSUMED_DEAD_MS = 5_000;
const WAIT_MS = 3_000;
/** The status of a request that ended without a result: a repeated request need not wait for it. */
const ENDED = -1;

/** Claims the key, or returns the result of an earlier request with it, after a short wait if that is still running. */
export async function startRequest(db: Db, hashes: RequestHashes, now: Date): Promise<EarlierRequest> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const claimed = await db.row<{ mayBeDone: boolean }>(
      `insert into request_results (key_hash, body_hash, status, created_at)
       values ($1, $2, 0, $3)
       on conflict (key_hash) do update
         set body_hash = excluded.body_hash, status = 0, answer = null, created_at = excluded.created_at
         where request_results.created_at < $4
           or (
             request_results.answer is null
             and (request_results.created_at < $5 or request_results.status = $6)
             and request_results.body_hash = excluded.body_hash
           )
       returning (xmax <> 0) as "mayBeDone"`,
      [
        hashes.key,
        hashes.body,
        now,
        new Date(now.getTime() - KEPT_MS),
        new Date(now.getTime() - ASSUMED_DEAD_MS),
        ENDED,
      ],
    );
    if (claimed) return { kind: 'none', mayBeDone: claimed.mayBeDone };
    const earlier = await db.row<{ body_hash: Buffer; status: number; answer: object | null }>(
      'select body_hash, status, answer from request_results where key_hash = $1',
      [hashes.key],
    );
    if (!earlier) continue;
    if (!earlier.body_hash.equals(hashes.body)) return { kind: 'other_body' };
    if (earlier.answer) return { kind: 'done', status: earlier.status, answer: earlier.answer };
    if (performance.now() > until) return { kind: 'running' };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function finishRequest(
  db: Db,
  hashes: RequestHashes,
  result: { status: number; answer: object },
): Promise<void> {
  await db.run('update request_results set status = $2, answer = $3 where key_hash = $1', [
    hashes.key,
    result.status,
    JSON.stringify(result.answer),
  ]);
}

/** Thrown to roll back the change of a repeated request. */
export class AnsweredElsewhere extends Error {}

/**
 * Stores the result in the transaction of its change. A request repeated after a lost connection or process gets the
 * first answer, and only one of two concurrent requests takes effect: the other throws `AnsweredElsewhere`.
 */
export async function finishRequestWithin(tx: Tx, hashes: RequestHashes, answer: object): Promise<void> {
  const kept = await tx.run(
    'update request_results set status = 200, answer = $2 where key_hash = $1 and answer is null',
    [hashes.key, JSON.stringify(answer)],
  );
  if (kept === 0) throw new AnsweredElsewhere('This request was answered already');
}

/** For a request that changed nothing. */
export async function forgetRequest(db: Db, { key }: RequestHashes): Promise<void> {
  await db.run('delete from request_results where key_hash = $1 and answer is null', [key]);
}

/** For a request whose connection was lost before or after the commit. */
export async function markRequestEnded(db: Db, { key }: RequestHashes): Promise<void> {
  await db.run('update request_results set status = $2 where key_hash = $1 and answer is null', [key, ENDED]);
}

/** Due work: deletes results after a day. */
export async function forgetOldRequests(db: Db, now: Date): Promise<number> {
  return db.run(
    `delete from request_results where key_hash = any(array(
         select key_hash from request_results where created_at < $1 limit 1000))`,
    [new Date(now.getTime() - KEPT_MS)],
  );
}
