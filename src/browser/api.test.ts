import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, connectApi, isCallUnderWay, pauseBeforeRetry } from './api.ts';
import { ApiError, NO_ANSWER, UNEXPECTED_ANSWER } from './api-error.ts';
import { nextRetryAt, retryNow } from './busy-calls.ts';
import { type FakeAnswer, fakeNetwork, type SeenCall } from './testing.ts';

const refused = vi.fn();
let token: string | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  token = null;
  refused.mockReset();
  connectApi({
    token: () => token,
    catalogueVersion: () => 'v7',
    wanted: () => ({}),
    onStart: () => () => {},
    onLoginRefused: refused,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function network(answer: (call: SeenCall, count: number) => FakeAnswer) {
  const fake = fakeNetwork(answer);
  vi.stubGlobal('fetch', fake.fetch);
  return fake.seen;
}

/** Advances the clock past the pauses of the retries. */
async function settled<Value>(promise: Promise<Value>): Promise<Value | ApiError> {
  const outcome = promise.catch((error: ApiError) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  return outcome;
}

const add = () => call('add-merchandise-to-cart', { cart: null, external_code: 'lark-tee-m' });

test('a call is posted as JSON with the header, the token, the known catalogue and a request key', async () => {
  token = 'secret';
  const seen = network(() => ({ body: { cart: {} } }));
  await settled(add());
  expect(seen).toHaveLength(1);
  expect(seen[0]?.name).toBe('add-merchandise-to-cart');
  expect(seen[0]?.headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' });
  expect(seen[0]?.body).toMatchObject({ token: 'secret', catalogue_version: 'v7', external_code: 'lark-tee-m' });
  expect(seen[0]?.body.request_key).toMatch(/^[0-9a-f]{32}$/);
});

test('after a cut connection the call is sent again with its key; another call has another key', async () => {
  const seen = network((_call, count) => (count === 1 ? 'cut' : { body: { cart: {} } }));
  await settled(add());
  await settled(add());
  expect(seen).toHaveLength(3);
  expect(seen[0]?.body.request_key).toBe(seen[1]?.body.request_key);
  expect(seen[1]?.body.request_key).not.toBe(seen[2]?.body.request_key);
});

test('without a connection, three attempts are made and the error has a sentence', async () => {
  const seen = network(() => 'cut');
  const error = await settled(add());
  expect(seen).toHaveLength(3);
  expect(error).toMatchObject({ status: 0, message: NO_ANSWER });
});

test('a login is not sent again after a cut connection, because that would be a second login', async () => {
  const seen = network(() => 'cut');
  await settled(call('login', { email: 'a@b.example', password: 'x' }));
  expect(seen).toHaveLength(1);
  expect(seen[0]?.body.request_key).toBeUndefined();
});

test('a call is under way until it is answered or has failed, pauses between attempts included', async () => {
  network((_call, count) => (count === 1 ? 'cut' : { status: 500 }));
  expect(isCallUnderWay()).toBe(false);
  const pending = add().catch(() => {});
  await vi.advanceTimersByTimeAsync(300);
  expect(isCallUnderWay()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  await pending;
  expect(isCallUnderWay()).toBe(false);
});

test.each(['cut' as const, { status: 503, headers: { 'retry-after': '3' } }])(
  'a failed call with `once` is not sent again, and the page shows no waiting',
  async (answer) => {
    const seen = network(() => answer);
    const pending = call('get-data', {}, { once: true }).catch((error: ApiError) => error);
    await vi.advanceTimersByTimeAsync(0);
    expect(nextRetryAt()).toBeNull();
    expect(await pending).toBeInstanceOf(ApiError);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(seen).toHaveLength(1);
  },
);

describe('in a browser without AbortSignal.any, such as Safari before 17.4', () => {
  beforeEach(() => {
    vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout.bind(AbortSignal) });
  });

  test('a call with a signal is sent and answered', async () => {
    const seen = network(() => ({ body: { invoice: {} } }));
    const { signal } = new AbortController();
    const answer = settled(call('calculate-invoice', { cart: 'x', country: 'NL' }, { signal }));
    expect(await answer).toMatchObject({ invoice: {} });
    expect(seen).toHaveLength(1);
  });

  test('an aborted call ends with the signal’s reason and is not sent again', async () => {
    const abort = new AbortController();
    const seen = network(() => 'cut');
    const pending = settled(call('get-data', {}, { signal: abort.signal }));
    abort.abort(new Error('left the page'));
    expect(await pending).not.toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(1);
  });
});

test('a bug in a call is reported unchanged, and neither shown as a lost connection nor retried', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  vi.stubGlobal('AbortSignal', {});
  const seen = network(() => ({}));
  const error = await settled(call('get-data', {}, { signal: new AbortController().signal }));
  expect(error).toBeInstanceOf(TypeError);
  expect(reported).toHaveBeenCalledWith(error);
  expect(seen).toHaveLength(0);
});

test('an answer that breaks off in the middle counts as a cut connection', async () => {
  const seen = network((_call, count) => (count === 1 ? { body: '{"cart": {' } : { body: { cart: { code: 'x' } } }));
  expect(await settled(add())).toMatchObject({ cart: { code: 'x' } });
  expect(seen).toHaveLength(2);
});

test('the Retry-After of an overloaded server is obeyed up to five seconds', () => {
  const busy = (retryAfter: number | null) => new ApiError({ status: 503, message: '', retryAfter });
  expect(pauseBeforeRetry(busy(3), 1)).toBe(3_000);
  expect(pauseBeforeRetry(busy(null), 1)).toBe(400);
  expect(pauseBeforeRetry(busy(60), 1)).toBeNull();
  expect(pauseBeforeRetry(busy(1), 3)).toBeNull();
});

describe('while the shop is very busy', () => {
  const busy = { status: 503, headers: { 'retry-after': '3' }, body: { message: 'The shop is very busy.' } };

  test('a call is sent again with the same key until it is admitted', async () => {
    const seen = network((_call, count) => (count < 6 ? busy : { body: { cart: { code: 'x' } } }));
    expect(await settled(add())).toMatchObject({ cart: { code: 'x' } });
    expect(seen).toHaveLength(6);
    expect(new Set(seen.map(({ body }) => body.request_key)).size).toBe(1);
  });

  test('the page knows the time of the next attempt until the call is answered', async () => {
    network((_call, count) => (count === 1 ? busy : { body: { cart: {} } }));
    const pending = add();
    await vi.advanceTimersByTimeAsync(0);
    expect(nextRetryAt()).toBe(performance.now() + 3_000);
    await vi.advanceTimersByTimeAsync(3_000);
    await pending;
    expect(nextRetryAt()).toBeNull();
  });

  test('"Try again" retries all waiting calls', async () => {
    const seen = network((_call, count) => (count < 3 ? busy : { body: { cart: {} } }));
    const pending = [add(), call('get-data', {})];
    await vi.advanceTimersByTimeAsync(10);
    retryNow();
    await vi.advanceTimersByTimeAsync(10);
    await Promise.all(pending);
    expect(seen).toHaveLength(4);
    expect(nextRetryAt()).toBeNull();
  });

  test('a call that is not admitted for a minute fails with the shop’s message', async () => {
    const seen = network(() => busy);
    const outcome = add().catch((error: ApiError) => error);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(await outcome).toMatchObject({ status: 503, message: 'The shop is very busy.' });
    expect(seen).toHaveLength(20);
    expect(nextRetryAt()).toBeNull();
  });

  test('an aborted call is no longer retried and no longer waits', async () => {
    const seen = network(() => busy);
    const leaving = new AbortController();
    const outcome = call('get-data', {}, { signal: leaving.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort(new Error('left'));
    expect(await outcome).toMatchObject({ message: 'left' });
    expect([seen.length, nextRetryAt()]).toEqual([1, null]);
  });
});

test.each([400, 401, 404, 409, 410, 422, 429, 500])('after the status %i the call is not repeated', async (status) => {
  const seen = network(() => ({ status, body: { message: 'No.' } }));
  expect(await settled(add())).toMatchObject({ status, message: 'No.' });
  expect(seen).toHaveLength(1);
});

test('field errors of a refusal arrive by field, and a single text as a list', async () => {
  network(() => ({
    status: 422,
    body: { message: 'First.', errors: { email: ['First.', 'Second.'], age: 'Third.' } },
  }));
  expect(await settled(add())).toMatchObject({ errors: { email: ['First.', 'Second.'], age: ['Third.'] } });
});

test('our own sentence replaces the error page of a proxy', async () => {
  network(() => ({ status: 502, body: '<html>Bad gateway</html>' }));
  expect(await settled(add())).toMatchObject({ status: 502, message: UNEXPECTED_ANSWER });
});

test.each([401, 419])('the status %i while logged in logs the customer out', async (status) => {
  token = 'old';
  network(() => ({ status, body: { message: 'Please log in.' } }));
  await settled(add());
  expect(refused).toHaveBeenCalledWith('old');
});

test('401 for a visitor logs nobody out', async () => {
  network(() => ({ status: 401, body: { message: 'Please log in.' } }));
  await settled(add());
  expect(refused).not.toHaveBeenCalled();
});

test('a refusal with a waiting room on this site opens it, with the current page', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname: '/tickets/saturday', search: '?type=ticket', assign });
  network(() => ({ status: 409, body: { message: 'Please wait.', waiting_room: '/waiting-room/sandlark' } }));
  expect(await settled(add())).toMatchObject({ status: 409, message: 'Please wait.' });
  expect(assign.mock.calls).toEqual([['/waiting-room/sandlark?from=%2Ftickets%2Fsaturday%3Ftype%3Dticket']]);
  network(() => ({ status: 409, body: { message: 'Please wait.', waiting_room: '//evil.example/a' } }));
  expect(await settled(add())).toMatchObject({ waitingRoom: null });
  expect(assign).toHaveBeenCalledTimes(1);
});
