import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rounds, seed } from '../../../test/support/rounds.ts';
import { type Batching, batchByKey } from './batch-by-key.ts';

interface Request {
  readonly key: string;
  readonly turn: string | null;
}
const wants = (key: string, turn: string | null = null): Request => ({ key, turn });

/** A batch that is running until it is finished or fails. */
interface Batch {
  readonly requests: readonly Request[];
  readonly patience: 'short' | 'long';
  finish(): Promise<void>;
  refuseToCombine(): Promise<void>;
  fail(error: Error): Promise<void>;
}

const LOCK_WAIT = new Error('lock wait');
const FINAL = new Error('connection lost');
const FULL = 'full';
const GATHER_MS = 2;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs everything that is ready to run. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const gathered = () => vi.advanceTimersByTimeAsync(GATHER_MS);

function given(changed: Partial<Batching<Request, unknown>> = {}) {
  /** Batches in the order in which they were begun. */
  const batches: Batch[] = [];
  const answers = new Map<Request, unknown>();
  const submit = batchByKey<Request, unknown>({
    keyOf: ({ key }) => key,
    turnOf: ({ turn }) => turn,
    maxInBatch: 32,
    batchesAtOnce: 1,
    maxWaiting: 1_000,
    whenFull: FULL,
    gatherMs: GATHER_MS,
    clientsReturn: false,
    work(requests, patience) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[] | null>();
      batches.push({
        requests,
        patience,
        async finish() {
          resolve(requests.map((request) => `done ${request.key}`));
          await settle();
        },
        async refuseToCombine() {
          resolve(null);
          await settle();
        },
        async fail(error) {
          reject(error);
          await settle();
        },
      });
      return promise;
    },
    isLockWait: (error) => error === LOCK_WAIT,
    isFinal: (error) => error === FINAL,
    ...changed,
  });
  const join = (...requests: Request[]) => {
    for (const request of requests) {
      void submit(request).then(
        (answer) => answers.set(request, answer),
        (error) => answers.set(request, error),
      );
    }
  };
  return { join, batches, answers, requestsOf: (index: number) => batches[index]?.requests };
}

test('in an empty queue, a request starts immediately and alone', () => {
  const { join, requestsOf } = given();
  const [first, second] = [wants('pass'), wants('pass')];
  join(first);
  expect(requestsOf(0)).toEqual([first]);
  join(second);
  expect(requestsOf(1)).toBeUndefined();
});

test('requests that wait for different keys share a batch in order, and each gets its own answer', async () => {
  const { join, batches, requestsOf, answers } = given();
  const ones = [wants('pass'), wants('coach'), wants('pass')];
  join(wants('before'), ...ones);
  await batches[0]!.finish();
  expect(requestsOf(1)).toEqual(ones);
  await batches[1]!.finish();
  expect(ones.map((one) => answers.get(one))).toEqual(['done pass', 'done coach', 'done pass']);
});

test('while a batch is running, another begins only when a full one waits', async () => {
  const { join, requestsOf } = given({ batchesAtOnce: 2, maxInBatch: 2 });
  const [one, other] = [wants('coach'), wants('shirt')];
  join(wants('pass'), one);
  expect(requestsOf(1)).toBeUndefined();
  join(other);
  expect(requestsOf(1)).toEqual([one, other]);
});

test('other requests overtake those of a key in use until it is free', async () => {
  const { join, batches, requestsOf } = given({ batchesAtOnce: 2, maxInBatch: 2 });
  const [first, other, second] = [wants('pass'), wants('coach'), wants('pass')];
  join(wants('pass'), first, other, second);
  expect(requestsOf(1)).toEqual([other]);
  await batches[1]!.finish();
  expect(batches).toHaveLength(2);
  await batches[0]!.finish();
  expect(requestsOf(2)).toEqual([first, second]);
});

test('the next request of a turn in progress waits, whatever its key', async () => {
  const { join, batches, requestsOf } = given({ batchesAtOnce: 2, maxInBatch: 2 });
  const [next, other] = [wants('coach', 'cart-1'), wants('coach', 'cart-2')];
  join(wants('pass', 'cart-1'), next, other);
  expect(requestsOf(1)).toEqual([other]);
  await batches[1]!.finish();
  expect(batches).toHaveLength(2);
  await batches[0]!.finish();
  expect(requestsOf(2)).toEqual([next]);
});

test('the requests of one turn run one after another, in their order of arrival', async () => {
  const { join, batches, requestsOf } = given({ batchesAtOnce: 2 });
  const ones = [wants('pass', 'cart-1'), wants('coach', 'cart-1'), wants('shirt', 'cart-1')];
  join(...ones);
  for (const [index, one] of ones.entries()) {
    expect(batches).toHaveLength(index + 1);
    expect(requestsOf(index)).toEqual([one]);
    await batches[index]!.finish();
  }
});

test('a request that waits for its key is not overtaken by the next one of its turn', async () => {
  const { join, batches, requestsOf } = given({ batchesAtOnce: 2 });
  const [first, second] = [wants('pass', 'cart-1'), wants('coach', 'cart-1')];
  join(wants('pass'), first, second);
  expect(batches).toHaveLength(1);
  await batches[0]!.finish();
  expect(requestsOf(1)).toEqual([first]);
});

test('a request that has waited for its turn runs before later requests for its key', async () => {
  const { join, batches, requestsOf } = given({ maxInBatch: 2 });
  const [next, later] = [wants('coach', 'cart-1'), wants('coach')];
  join(wants('pass', 'cart-1'), next, wants('shirt'), later);
  await batches[0]!.finish();
  expect(requestsOf(1)).toEqual([next, wants('shirt')]);
});

test('requests that do not fit into one batch run in several, and waiting ones are counted by key', async () => {
  const { join, batches, requestsOf, answers } = given({ maxWaiting: 40 });
  const full = wants('pass');
  join(wants('before'), ...Array.from({ length: 40 }, () => wants('pass')), full, wants('coach'));
  await batches[0]!.finish();
  expect([...answers]).toEqual([
    [full, FULL],
    [wants('before'), 'done before'],
  ]);
  expect(requestsOf(1)).toHaveLength(32);
  // Eight requests wait now, so there is room for 32 more.
  const more = Array.from({ length: 33 }, () => wants('pass'));
  join(...more);
  await settle();
  expect(more.map((one) => answers.get(one))).toEqual([...Array.from({ length: 32 }, () => undefined), FULL]);
});

test('after a batch of several, the next one waits for returning clients, unless it is full', async () => {
  const { join, batches, requestsOf } = given({ maxInBatch: 4 });
  join(wants('before'), wants('pass'), wants('pass'));
  await batches[0]!.finish();
  await batches[1]!.finish();
  const [one, other] = [wants('pass'), wants('pass')];
  join(one);
  await vi.advanceTimersByTimeAsync(GATHER_MS - 1);
  join(other);
  expect(batches).toHaveLength(2);
  await gathered();
  expect(requestsOf(2)).toEqual([one, other]);
  await batches[2]!.finish();
  join(...Array.from({ length: 4 }, () => wants('pass')));
  expect(requestsOf(3)).toHaveLength(4);
});

test('a first client that returns after a batch of several requests waits for others too', async () => {
  const { join, batches, requestsOf } = given();
  join(wants('before'), wants('pass'), wants('pass'));
  await batches[0]!.finish();
  await batches[1]!.finish();
  await gathered();
  const [one, other, alone] = [wants('pass'), wants('coach'), wants('pass')];
  join(one);
  await vi.advanceTimersByTimeAsync(GATHER_MS - 1);
  join(other);
  expect(batches).toHaveLength(2);
  await gathered();
  expect(requestsOf(2)).toEqual([one, other]);
  await batches[2]!.finish();
  await gathered();
  join(wants('pass'));
  await gathered();
  await batches[3]!.finish();
  join(alone);
  expect(requestsOf(4)).toEqual([alone]);
});

test('if clients return, the wait ends when as many requests wait as the batch before had', async () => {
  const { join, batches, requestsOf } = given({ clientsReturn: true });
  join(wants('before'), wants('pass'), wants('coach'), wants('shirt'));
  await batches[0]!.finish();
  await batches[1]!.finish();
  const returned = [wants('pass'), wants('coach')];
  join(...returned);
  expect(batches).toHaveLength(2);
  const last = [wants('shirt'), wants('pass')];
  join(...last);
  await settle();
  expect(requestsOf(2)).toEqual([...returned, ...last]);
  await batches[2]!.finish();
  const [one, other] = [wants('pass'), wants('coach')];
  join(one, other);
  await settle();
  expect(batches).toHaveLength(3);
  await gathered();
  expect(requestsOf(3)).toEqual([one, other]);
});

test('each request of a batch that fails is retried on its own, and a failing one affects no other', async () => {
  const { join, batches, answers } = given();
  const ones = [wants('pass'), wants('coach'), wants('shirt')];
  const broken = new Error('broken');
  join(wants('before'), ...ones, wants('next'));
  await batches[0]!.finish();
  await batches[1]!.fail(broken);
  for (const index of [2, 3, 4, 5]) {
    const { requests, patience } = batches[index]!;
    expect([requests.length, patience]).toEqual([1, 'long']);
    await (requests[0]!.key === 'coach' ? batches[index]!.fail(broken) : batches[index]!.finish());
  }
  expect(ones.map((one) => answers.get(one))).toEqual(['done pass', broken, 'done shirt']);
});

test('requests that exclude each other are each retried on their own', async () => {
  const { join, batches, answers } = given();
  const ones = [wants('pass', 'cart-1'), wants('pass', 'former code of cart-1')];
  join(wants('before'), ...ones);
  await batches[0]!.finish();
  await batches[1]!.refuseToCombine();
  await batches[2]!.finish();
  await batches[3]!.finish();
  expect(ones.map((one) => answers.get(one))).toEqual(['done pass', 'done pass']);
});

test('a final error rejects all requests of the batch, and none is retried', async () => {
  const { join, batches, answers } = given();
  const ones = [wants('pass'), wants('coach')];
  join(wants('before'), ...ones);
  await batches[0]!.finish();
  await batches[1]!.fail(FINAL);
  expect(ones.map((one) => answers.get(one))).toEqual([FINAL, FINAL]);
  await gathered();
  expect(batches).toHaveLength(2);
});

test('when a batch gives up waiting for a lock, each key’s requests continue separately', async () => {
  const { join, batches, requestsOf, answers } = given();
  const ones = [wants('pass'), wants('coach'), wants('pass')];
  join(wants('before'), ...ones);
  await batches[0]!.finish();
  await batches[1]!.fail(LOCK_WAIT);
  expect([batches[1]!.patience, batches[2]!.patience, batches[3]!.patience]).toEqual(['short', 'long', 'long']);
  expect([requestsOf(2), requestsOf(3)]).toEqual([[ones[0], ones[2]], [ones[1]]]);
  const [blocked, other] = [wants('pass'), wants('shirt')];
  join(blocked, other);
  await gathered();
  expect(requestsOf(4)).toEqual([other]);
  await batches[4]!.finish();
  expect(batches).toHaveLength(5);
  await batches[2]!.finish();
  expect([requestsOf(5), answers.get(ones[2]!)]).toEqual([[blocked], 'done pass']);
});

test('a request whose work gives no answer on its own is rejected', async () => {
  const { join, batches, answers } = given();
  const one = wants('pass');
  join(one);
  await batches[0]!.refuseToCombine();
  expect(answers.get(one)).toBeInstanceOf(Error);
});

test('without a waiting request no timer is left, so that a stopping server waits for nothing', async () => {
  const { join, batches } = given();
  join(wants('before'), wants('pass'), wants('pass'));
  await batches[0]!.finish();
  await batches[1]!.finish();
  await gathered();
  expect(vi.getTimerCount()).toBe(0);
});

/** Implements the documented rule without the index: for each batch it searches all waiting requests. */
function batchesAsTheRuleSays(most: number, atOnce: number, clientsReturn: boolean) {
  let line: Request[] = [];
  let isGathering = false;
  let latestSize = 0;
  const atWork = new Set<Request>();
  const begun: Request[][] = [];
  let underWay = 0;
  const isInTheWay = (one: Request, other: Request) =>
    one.key === other.key || (one.turn !== null && one.turn === other.turn);
  function begin(): void {
    while (underWay < atOnce && (line.length >= most || (underWay === 0 && !isGathering))) {
      const turns = new Set<string>();
      const batch: Request[] = [];
      for (const one of line) {
        const mayGo = batch.length < most && !(one.turn !== null && turns.has(one.turn));
        if (mayGo && ![...atWork].some((other) => isInTheWay(one, other))) batch.push(one);
        if (one.turn !== null) turns.add(one.turn);
      }
      if (batch.length === 0) return;
      line = line.filter((one) => !batch.includes(one));
      for (const one of batch) atWork.add(one);
      begun.push(batch);
      latestSize = batch.length;
      underWay += 1;
    }
  }
  return {
    begun,
    join(one: Request) {
      line.push(one);
      isGathering ||= latestSize > 1 && underWay === 0;
      begin();
    },
    finish(batch: readonly Request[], patience: 'short' | 'long') {
      for (const one of batch) atWork.delete(one);
      if (patience === 'short') {
        underWay -= 1;
        isGathering ||= batch.length > 1;
      }
      begin();
    },
    /** Gives up waiting for a lock: the batch's requests continue by key, and no others wait for them. */
    giveUp(batch: readonly Request[]) {
      begun.push(...Map.groupBy(batch, ({ key }) => key).values());
      underWay -= 1;
      isGathering ||= batch.length > 1;
      begin();
    },
    gathered() {
      isGathering = false;
      begin();
    },
    endTurn() {
      if (clientsReturn && line.length >= latestSize) isGathering = false;
      begin();
    },
  };
}

test('whatever arrives and ends, each batch has the requests that the rule selects, in order', async () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('join' as const),
        key: fc.constantFrom('pass', 'coach', 'shirt'),
        turn: fc.option(fc.constantFrom('cart-1', 'cart-2', 'cart-3')),
        times: fc.nat({ max: 30 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(), givesUp: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  );
  const situation = fc.record({ batchesAtOnce: fc.integer({ min: 1, max: 3 }), clientsReturn: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), situation, async (steps, { batchesAtOnce, clientsReturn }) => {
      const { join, batches } = given({ batchesAtOnce, clientsReturn });
      const rule = batchesAsTheRuleSays(32, batchesAtOnce, clientsReturn);
      const arrivals = new Map<Request, number>();
      const numbered = (all: readonly (readonly Request[])[]) =>
        all.map((one) => one.map((each) => arrivals.get(each)));
      const open = new Set<number>();
      let seen = 0;
      for (const next of steps) {
        if (next.kind === 'join') {
          for (let times = 0; times <= next.times; times += 1) {
            const one = wants(next.key, next.turn);
            arrivals.set(one, arrivals.size);
            join(one);
            rule.join(one);
          }
        } else if (next.kind === 'wait') {
          await gathered();
          rule.gathered();
        } else if (open.size > 0) {
          const index = [...open][next.which % open.size]!;
          open.delete(index);
          const { requests, patience } = batches[index]!;
          if (next.givesUp && patience === 'short') {
            rule.giveUp(requests);
            await batches[index]!.fail(LOCK_WAIT);
          } else {
            rule.finish(requests, patience);
            await batches[index]!.finish();
          }
        }
        await settle();
        rule.endTurn();
        expect(numbered(batches.map(({ requests }) => requests))).toEqual(numbered(rule.begun));
        for (; seen < batches.length; seen += 1) open.add(seen);
      }
    }),
    { numRuns: 150 * rounds, seed },
  );
});

test('with eight times as many requests, each is inspected no more often', async () => {
  const looksAtEach = async (length: number) => {
    let looks = 0;
    const look = <Value>(value: Value): Value => {
      looks += 1;
      return value;
    };
    const { join, batches, answers } = given({
      batchesAtOnce: 2,
      maxWaiting: length,
      keyOf: ({ key }) => look(key),
      turnOf: ({ turn }) => look(turn),
    });
    for (let count = 0; count < length; count += 1) {
      join(wants(count % 10 === 0 ? 'coach' : 'pass', count % 3 === 0 ? `cart-${count}` : null));
    }
    for (let index = 0; index < batches.length; index += 1) {
      await batches[index]!.finish();
      await gathered();
    }
    expect(answers.size).toBe(length);
    return looks / length;
  };
  expect(await looksAtEach(4_000)).toBe(await looksAtEach(500));
});
