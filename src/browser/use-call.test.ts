import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { type LoadedCall, startCall, useCall } from './use-call.ts';

const handlers = () => ({ onAnswer: vi.fn(), onFailed: vi.fn(), onEnd: vi.fn() });

test('the answer is reported before the end of the call', async () => {
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    startCall(async () => 'an invoice', {
      onAnswer: (answer) => seen.push(answer),
      onFailed: () => seen.push('failed'),
      onEnd: () => {
        seen.push('end');
        resolve();
      },
    });
  });
  expect(seen).toEqual(['an invoice', 'end']);
});

test('the error of a failed call is reported before its end', async () => {
  const report = handlers();
  startCall(() => Promise.reject(new Error('cut')), report);
  await expect.poll(() => report.onEnd).toHaveBeenCalledOnce();
  expect(report.onFailed).toHaveBeenCalledExactlyOnceWith(new Error('cut'));
  expect(report.onAnswer).not.toHaveBeenCalled();
});

test.each(['answers', 'fails'])('nothing is reported if an aborted call %s later', async (how) => {
  const report = handlers();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const abort = startCall((signal) => {
    signals.push(signal);
    return promise;
  }, report);
  abort();
  if (how === 'answers') resolve('too late');
  else reject(new Error('too late'));
  await promise.catch(() => {});
  await Promise.resolve();
  expect(signals[0]!.aborted).toBe(true);
  for (const called of Object.values(report)) expect(called).not.toHaveBeenCalled();
});

const seen: LoadedCall<'get-shop-item'>[] = [];
function NothingToCall() {
  seen.push(useCall('get-shop-item', null));
  return null;
}

test('repeating a call without a payload resolves without a call', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  renderToString(createElement(NothingToCall));
  await seen[0]!.again();
  expect(fetched).not.toHaveBeenCalled();
  expect(seen[0]).toMatchObject({ answer: null, error: null, isLoading: false });
});
