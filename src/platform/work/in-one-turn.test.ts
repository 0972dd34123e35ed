import { describe, expect, test } from 'vitest';
import { inOneTurn } from './in-one-turn.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function doubling() {
  const batches: number[][] = [];
  const double = inOneTurn(async (numbers: readonly number[]) => {
    batches.push([...numbers]);
    if (numbers.includes(13)) throw new Error('unlucky');
    return numbers.map((number) => number * 2);
  });
  return { batches, double };
}

describe('inOneTurn', () => {
  test('answers the requests of a turn together, each with its own answer', async () => {
    const { batches, double } = doubling();
    const late = Promise.resolve()
      .then(() => {})
      .then(() => double(3));
    expect(await Promise.all([double(1), double(2), double(1), late])).toEqual([2, 4, 2, 6]);
    expect(batches).toEqual([[1, 2, 1, 3]]);
  });

  test('begins a new turn for requests that arrive while earlier ones are being worked on', async () => {
    const { batches, double } = doubling();
    const first = double(1);
    await nextTurn();
    expect(await Promise.all([first, double(2)])).toEqual([2, 4]);
    expect(batches).toEqual([[1], [2]]);
  });

  test('after a failure, repeats each request alone, so that only the one at fault fails', async () => {
    const { batches, double } = doubling();
    const answers = await Promise.allSettled([double(13), double(1)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(batches).toEqual([[13, 1], [13], [1]]);
    await expect(double(13)).rejects.toThrow('unlucky');
    expect(batches).toHaveLength(4);
  });

  const failing = (error: object) => {
    const batches: number[][] = [];
    const request = inOneTurn(async (numbers: readonly number[]) => {
      batches.push([...numbers]);
      if (numbers.length > 1) throw Object.assign(new Error('failed'), error);
      return numbers;
    });
    return { batches, request };
  };

  test.each([
    ['a refused connection', { code: 'ECONNREFUSED' }],
    ['a server that shuts down', { code: '57P01' }],
    ['too many connections', { code: '53300' }],
    ['a statement that took too long', { code: '57014' }],
    ['a pool without a free connection', { message: 'timeout exceeded when trying to connect' }],
  ])('after %s, does not retry, and gives each request the error', async (_what, error) => {
    const { batches, request } = failing(error);
    const answers = await Promise.allSettled([request(1), request(2), request(3)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test.each([
    ['a deadlock', { code: '40P01' }],
    ['a lock that is not free in time', { code: '55P03' }],
    ['a violated constraint', { code: '23505' }],
  ])('after %s, repeats each request alone', async (_what, error) => {
    const { batches, request } = failing(error);
    expect(await Promise.all([request(1), request(2)])).toEqual([1, 2]);
    expect(batches).toEqual([[1, 2], [1], [2]]);
  });
});
