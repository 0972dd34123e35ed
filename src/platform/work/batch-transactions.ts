import type { Result } from '#kernel/result.ts';
import { isDatabaseUnavailable, isLockTimeout } from '#platform/db/database-unavailable.ts';
import { type Batching, batchByKey } from './batch-by-key.ts';

/** One transaction runs while another one is being written to disk. More than two would wait for the same rows. */
const TRANSACTIONS_AT_ONCE = 2;
/** A batch that waits for a lock longer than this is split by key, so that one key does not hold up the others. */
const PATIENCE_MS = 300;

interface BatchedTransactions<Request, Answer, Refusal>
  extends Pick<Batching<Request, Answer>, 'keyOf' | 'turnOf' | 'maxInBatch' | 'maxWaiting' | 'whenFull' | 'gatherMs'> {
  /**
   * Answers the requests of a batch, in order, in one transaction with these options. If it refuses, it has changed
   * nothing, and each of several requests is retried on its own.
   */
  transaction(
    batch: readonly Request[],
    now: Date,
    options: { readonly lockTimeoutMs?: number },
  ): Promise<Result<readonly Answer[], Refusal>>;
  /** Answers a request that was refused on its own. Absent if that cannot happen. */
  whenRefused?(refusal: Refusal): Answer;
}

/** Requests that arrive while this process's transactions run share the next one. `batchByKey` has the rules. */
export function batchTransactions<Request extends { readonly now: Date }, Answer, Refusal>({
  transaction,
  whenRefused,
  ...batching
}: BatchedTransactions<Request, Answer, Refusal>): (request: Request) => Promise<Answer> {
  return batchByKey<Request, Answer>({
    ...batching,
    batchesAtOnce: TRANSACTIONS_AT_ONCE,
    clientsReturn: true,
    isLockWait: isLockTimeout,
    // Repeating each request on its own would take as long, and could repeat a commit that succeeded.
    isFinal: isDatabaseUnavailable,
    async work(batch, patience) {
      // The requests of a batch arrived within moments of each other. The latest time applies to all of them.
      const now = new Date(Math.max(...batch.map((request) => request.now.getTime())));
      const answers = await transaction(batch, now, patience === 'short' ? { lockTimeoutMs: PATIENCE_MS } : {});
      if (answers.ok) return answers.value;
      return batch.length > 1 || !whenRefused ? null : [whenRefused(answers.error)];
    },
  });
}
