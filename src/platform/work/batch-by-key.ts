export interface Batching<Request, Answer> {
  /** Names what requests compete for, such as a row that each of them changes. */
  keyOf(request: Request): string;
  /** Names requests that must see each other's outcome, such as those of one cart. Null: independent. */
  turnOf(request: Request): string | null;
  readonly maxInBatch: number;
  /**
   * The maximum number of batches at the same time. While one is running, another starts only when as many requests
   * wait as fill it, because small batches would cost more than waiting.
   */
  readonly batchesAtOnce: number;
  /** The maximum number of waiting requests per key. Further ones get the answer `whenFull`. */
  readonly maxWaiting: number;
  readonly whenFull: Answer;
  /**
   * Milliseconds that a batch waits for more requests if the one before had several, unless it is full: from the end of
   * that batch, and from its own first request if that comes later.
   */
  readonly gatherMs: number;
  /**
   * Whether that wait also ends once as many requests are waiting as the batch before had, because the clients that it
   * answered are probably back. The wait then ends with that turn of the event loop.
   */
  readonly clientsReturn: boolean;
  /**
   * Answers the requests of a batch in order. Returns null for a batch of several that cannot be done together and has
   * had no effect. With `short` patience, others wait for this batch, so it gives up soon with an error that
   * `isLockWait` recognises.
   */
  work(batch: readonly Request[], patience: 'short' | 'long'): Promise<readonly Answer[] | null>;
  /** Whether a batch with short patience gave up without effect. */
  isLockWait(error: unknown): boolean;
  /** Whether another attempt would be useless or might repeat a change. */
  isFinal(error: unknown): boolean;
}

interface Waiting<Request, Answer> extends PromiseWithResolvers<Answer> {
  readonly request: Request;
  readonly key: string;
  readonly turn: string | null;
  readonly arrival: number;
}

interface Line<One> {
  readonly key: string;
  /** Requests in order of arrival, except those that wait for their turn. */
  readonly ready: One[];
  /** The number of requests, including those that wait for their turn. */
  waiting: number;
  isRunning: boolean;
}

/**
 * Runs requests in batches, which cost less than each request on its own. A request starts immediately while no batch
 * is running and the latest one had a single request; otherwise it waits for the next batch. Clients who were answered
 * together come back shortly after each other, and the first of them should not start without the others.
 *
 * - A batch takes the earliest requests that may run, for any number of keys, in order of arrival.
 * - A key is in one batch at a time. Requests for a key in a running batch let others pass.
 * - A batch holds one request of a turn, and a turn is in one batch at a time, so its requests run one after another.
 * - If a batch fails, each of its requests is retried on its own, except after a final error, which rejects them all.
 *   If a batch gives up waiting for a lock, the requests of each key continue separately and keep no other key waiting.
 * - Answered requests leave nothing behind, so there is nothing to close: a stopping server answers its open requests
 *   first.
 */
export function batchByKey<Request, Answer>(options: Batching<Request, Answer>): (request: Request) => Promise<Answer> {
  type One = Waiting<Request, Answer>;
  const { maxInBatch, batchesAtOnce } = options;
  const lines = new Map<string, Line<One>>();
  /** Lines with a request that may run now. */
  const free = new Set<Line<One>>();
  /** Unanswered requests by turn. Only the first one of a turn is in its line or running. */
  const turns = new Map<string, One[]>();
  let arrivals = 0;
  let waiting = 0;
  let underWay = 0;
  let gathering: NodeJS.Timeout | null = null;
  /** The number of requests in the latest batch. */
  let latestSize = 0;

  return (request) => {
    const key = options.keyOf(request);
    const line = lines.get(key) ?? { key, ready: [], waiting: 0, isRunning: false };
    if (line.waiting >= options.maxWaiting) return Promise.resolve(options.whenFull);
    const one = {
      ...Promise.withResolvers<Answer>(),
      request,
      key,
      turn: options.turnOf(request),
      arrival: arrivals++,
    };
    lines.set(key, line);
    line.waiting += 1;
    waiting += 1;
    const sameTurn = one.turn === null ? undefined : turns.get(one.turn);
    if (sameTurn) sameTurn.push(one);
    else {
      if (one.turn !== null) turns.set(one.turn, [one]);
      makeReady(one);
    }
    if (gathering || (latestSize > 1 && underWay === 0)) gather();
    begin();
    return one.promise;
  };

  function makeReady(one: One): void {
    const line = lines.get(one.key)!;
    // A request that waited for its turn keeps its place before later arrivals.
    const place = line.ready.findLastIndex(({ arrival }) => arrival < one.arrival) + 1;
    line.ready.splice(place, 0, one);
    if (!line.isRunning) free.add(line);
  }

  function begin(): void {
    while (underWay < batchesAtOnce && (waiting >= maxInBatch || (underWay === 0 && !gathering))) {
      const batch = take();
      if (batch.length === 0) return;
      underWay += 1;
      latestSize = batch.length;
      void carryOut(batch).then(() => {
        underWay -= 1;
        if (batch.length > 1) gather();
        begin();
      });
    }
  }

  function gather(): void {
    gathering ??= setTimeout(endGathering, options.gatherMs);
    const areBack = () => options.clientsReturn && waiting >= latestSize;
    // Others may arrive in the same turn.
    if (areBack()) setImmediate(() => gathering && areBack() && endGathering());
  }

  function endGathering(): void {
    clearTimeout(gathering!);
    gathering = null;
    begin();
  }

  function take(): One[] {
    const batch: One[] = [];
    while (batch.length < maxInBatch && free.size > 0) {
      const line = earliest();
      batch.push(line.ready.shift()!);
      line.waiting -= 1;
      line.isRunning = true;
      if (line.ready.length === 0) free.delete(line);
    }
    waiting -= batch.length;
    for (const { key } of batch) free.delete(lines.get(key)!);
    return batch;
  }

  /** Returns the free line with the earliest request. */
  function earliest(): Line<One> {
    let found: Line<One> | undefined;
    for (const line of free) {
      if (!found || line.ready[0]!.arrival < found.ready[0]!.arrival) found = line;
    }
    return found!;
  }

  async function carryOut(batch: readonly One[]): Promise<void> {
    if (await answer(batch, 'short')) return leave(batch);
    for (const sameKey of Map.groupBy(batch, ({ key }) => key).values()) {
      void answer(sameKey, 'long').then(() => {
        leave(sameKey);
        begin();
      });
    }
  }

  /** Returns false if it gave up waiting for a lock. */
  async function answer(batch: readonly One[], patience: 'short' | 'long'): Promise<boolean> {
    try {
      const requests = batch.map(({ request }) => request);
      const answers = await options.work(requests, patience);
      if (answers) {
        for (const [index, one] of batch.entries()) one.resolve(answers[index]!);
        return true;
      }
      if (batch.length === 1) throw new Error('A request was not answered on its own');
    } catch (error) {
      if (patience === 'short' && options.isLockWait(error)) return false;
      if (batch.length === 1 || options.isFinal(error)) {
        for (const one of batch) one.reject(error);
        return true;
      }
    }
    for (const one of batch) await answer([one], 'long');
    return true;
  }

  function leave(batch: readonly One[]): void {
    for (const { key, turn } of batch) {
      const line = lines.get(key)!;
      line.isRunning = false;
      if (line.ready.length > 0) free.add(line);
      if (turn !== null) passOn(turn);
    }
    for (const { key } of batch) if (lines.get(key)?.waiting === 0) lines.delete(key);
  }

  function passOn(turn: string): void {
    const sameTurn = turns.get(turn)!;
    sameTurn.shift();
    if (sameTurn[0]) makeReady(sameTurn[0]);
    else turns.delete(turn);
  }
}
