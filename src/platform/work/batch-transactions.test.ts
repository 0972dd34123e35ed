import { expect, test, vi } from 'vitest';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { batchTransactions } from './batch-transactions.ts';

const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second));

type Outcome = Result<string[], 'not together'>;
interface Request {
  readonly key: string;
  readonly now: Date;
}

function given(outcomeOf: (batch: readonly Request[], options: { readonly lockTimeoutMs?: number }) => Outcome) {
  const transaction = vi.fn(async (batch: readonly Request[], _now: Date, options: { lockTimeoutMs?: number }) =>
    outcomeOf(batch, options),
  );
  const submit = batchTransactions<Request, string, 'not together'>({
    keyOf: ({ key }) => key,
    turnOf: () => null,
    maxInBatch: 2,
    maxWaiting: 10,
    whenFull: 'full',
    gatherMs: 1,
    transaction,
    whenRefused: (refusal) => `refused: ${refusal}`,
  });
  // The first request runs at once and alone, so the next two go together.
  const submitTogether = async () => {
    const answers = await Promise.all([
      submit({ key: 'first', now: at(0) }),
      submit({ key: 'a', now: at(2) }),
      submit({ key: 'b', now: at(1) }),
    ]);
    return answers.slice(1);
  };
  return { transaction, submitTogether };
}

const done = (batch: readonly Request[]): Outcome => ok(batch.map(({ key }) => `done ${key}`));

test('the latest time of a batch applies to all of its requests', async () => {
  const { transaction, submitTogether } = given(done);
  expect(await submitTogether()).toEqual(['done a', 'done b']);
  expect(transaction.mock.lastCall?.[0]).toHaveLength(2);
  expect(transaction.mock.lastCall?.[1]).toEqual(at(2));
});

test('each request of a refused batch is done on its own', async () => {
  const { transaction, submitTogether } = given((batch) => (batch.length > 1 ? refuse('not together') : done(batch)));
  expect(await submitTogether()).toEqual(['done a', 'done b']);
  expect(transaction.mock.calls.map(([batch]) => batch.length)).toEqual([1, 2, 1, 1]);
});

test('a request that is refused on its own is answered with the refusal', async () => {
  const { submitTogether } = given((batch) =>
    batch.some(({ key }) => key === 'b') ? refuse('not together') : done(batch),
  );
  expect(await submitTogether()).toEqual(['done a', 'refused: not together']);
});

test('the keys of a batch wait separately, without a limit, for a lock that is not released', async () => {
  const { transaction, submitTogether } = given((batch, { lockTimeoutMs }) => {
    if (batch.length > 1 && lockTimeoutMs !== undefined) throw Object.assign(new Error('locked'), { code: '55P03' });
    return done(batch);
  });
  expect(await submitTogether()).toEqual(['done a', 'done b']);
  expect(transaction.mock.calls.slice(2).map(([, , options]) => options)).toEqual([{}, {}]);
});

test('nothing is repeated after a lost connection', async () => {
  const { transaction, submitTogether } = given((batch) => {
    if (batch.length > 1) throw Object.assign(new Error('lost'), { code: '08006' });
    return done(batch);
  });
  await expect(submitTogether()).rejects.toThrow('lost');
  expect(transaction).toHaveBeenCalledTimes(2);
});
