import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, connectApi, isCallUnderWay, pauseBeforeRetry } from './api.ts';
import { ApiError, NO_ANSWER, ODD_ANSWER } from './api-error.ts';
import { nextRetryAt, retryNow } from './busy-calls.ts';
import { type FakeAnswer, fakeNetwork, type SeenCall } from './testing.ts';

const lost = vi.fn();
let token: string | null = null;

beforeEach(() => {
  vi.useFakeTimers();
  token = null;
  lost.mockReset();
  connectApi({
    token: () => token,
    catalogueVersion: () => 'v7',
    wanted: () => ({}),
    onStart: () => () => {},
    onLoginLost: lost,
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

test('given a call, then it is posted as JSON with the header, the token, the known catalogue and a request key', async () => {
  token = 'secret';
  const seen = network(() => ({ body: { cart: {} } }));
  await settled(add());
  expect(seen).toHaveLength(1);
  expect(seen[0]?.name).toBe('add-merchandise-to-cart');
  expect(seen[0]?.headers).toMatchObject({ 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' });
  expect(seen[0]?.body).toMatchObject({ token: 'secret', catalogue_version: 'v7', external_code: 'lark-tee-m' });
  expect(seen[0]?.body.request_key).toMatch(/^[0-9a-f]{32}$/);
});

test('given a cut connection, then the call is sent again with the same key, and another action has another key', async () => {
  const seen = network((_call, count) => (count === 1 ? 'cut' : { body: { cart: {} } }));
  await settled(add());
  await settled(add());
  expect(seen).toHaveLength(3);
  expect(seen[0]?.body.request_key).toBe(seen[1]?.body.request_key);
  expect(seen[1]?.body.request_key).not.toBe(seen[2]?.body.request_key);
});

test('given no connection at all, then three attempts are made and the error has a sentence', async () => {
  const seen = network(() => 'cut');
  const error = await settled(add());
  expect(seen).toHaveLength(3);
  expect(error).toMatchObject({ status: 0, message: NO_ANSWER });
});

test('given a login on a cut connection, then it is not sent again, because a second one would be a second login', async () => {
  const seen = network(() => 'cut');
  await settled(call('login', { email: 'a@b.example', password: 'x' }));
  expect(seen).toHaveLength(1);
  expect(seen[0]?.body.request_key).toBeUndefined();
});

test('given a call, then it is under way until it is answered or has failed, including the pauses between its attempts', async () => {
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
  'given a call to be made once, when it fails, then it is not sent again, and the page shows no waiting',
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

describe('given a browser without AbortSignal.any, such as Safari before 17.4', () => {
  beforeEach(() => {
    vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout.bind(AbortSignal) });
  });

  test('when a call has a signal, then it is sent and answered', async () => {
    const seen = network(() => ({ body: { invoice: {} } }));
    const { signal } = new AbortController();
    const answer = settled(call('calculate-invoice', { cart: 'x', country: 'NL' }, { signal }));
    expect(await answer).toMatchObject({ invoice: {} });
    expect(seen).toHaveLength(1);
  });

  test('when the signal aborts, then the call ends with its reason and is not sent again', async () => {
    const abort = new AbortController();
    const seen = network(() => 'cut');
    const pending = settled(call('get-data', {}, { signal: abort.signal }));
    abort.abort(new Error('left the page'));
    expect(await pending).not.toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(1);
  });
});

test('given a bug in a call, then it is reported as it is, and not shown as a lost connection or retried', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  vi.stubGlobal('AbortSignal', {});
  const seen = network(() => ({}));
  const error = await settled(call('get-data', {}, { signal: new AbortController().signal }));
  expect(error).toBeInstanceOf(TypeError);
  expect(reported).toHaveBeenCalledWith(error);
  expect(seen).toHaveLength(0);
});

test('given an answer that breaks off in the middle, then it counts as a cut connection', async () => {
  const seen = network((_call, count) => (count === 1 ? { body: '{"cart": {' } : { body: { cart: { code: 'x' } } }));
  expect(await settled(add())).toMatchObject({ cart: { code: 'x' } });
  expect(seen).toHaveLength(2);
});

test('given an overloaded server, then its Retry-After is kept', () => {
  const busy = (retryAfter: number | null) => new ApiError({ status: 503, message: '', retryAfter });
  expect(pauseBeforeRetry(busy(3), 1)).toBe(3_000);
  expect(pauseBeforeRetry(busy(null), 1)).toBe(400);
  expect(pauseBeforeRetry(busy(60), 1)).toBeNull();
  expect(pauseBeforeRetry(busy(1), 3)).toBeNull();
});

describe('given a shop that lets its visitors in one after another', () => {
  const busy = { status: 503, headers: { 'retry-after': '3' }, body: { message: 'The shop is very busy.' } };

  test('when a call must wait, then it is sent again with the same key until it is admitted', async () => {
    const seen = network((_call, count) => (count < 6 ? busy : { body: { cart: { code: 'x' } } }));
    expect(await settled(add())).toMatchObject({ cart: { code: 'x' } });
    expect(seen).toHaveLength(6);
    expect(new Set(seen.map(({ body }) => body.request_key)).size).toBe(1);
  });

  test('when it waits, then the page knows the time of the next attempt, until the call is answered', async () => {
    network((_call, count) => (count === 1 ? busy : { body: { cart: {} } }));
    const pending = add();
    await vi.advanceTimersByTimeAsync(0);
    expect(nextRetryAt()).toBe(performance.now() + 3_000);
    await vi.advanceTimersByTimeAsync(3_000);
    await pending;
    expect(nextRetryAt()).toBeNull();
  });

  test('when the visitor presses "Try again", then all waiting calls are retried', async () => {
    const seen = network((_call, count) => (count < 3 ? busy : { body: { cart: {} } }));
    const pending = [add(), call('get-data', {})];
    await vi.advanceTimersByTimeAsync(10);
    retryNow();
    await vi.advanceTimersByTimeAsync(10);
    await Promise.all(pending);
    expect(seen).toHaveLength(4);
    expect(nextRetryAt()).toBeNull();
  });

  test('when the turn does not come for a minute, then the call fails with the shop’s message', async () => {
    const seen = network(() => busy);
    const outcome = add().catch((error: ApiError) => error);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(await outcome).toMatchObject({ status: 503, message: 'The shop is very busy.' });
    expect(seen).toHaveLength(20);
    expect(nextRetryAt()).toBeNull();
  });

  test('when the caller gives up, then the call is no longer retried and no longer waits', async () => {
    const seen = network(() => busy);
    const leaving = new AbortController();
    const outcome = call('get-data', {}, { signal: leaving.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort(new Error('left'));
    expect(await outcome).toMatchObject({ message: 'left' });
    expect([seen.length, nextRetryAt()]).toEqual([1, null]);
  });
});

test.each([400, 401, 404, 409, 410, 422, 429, 500])(
  'given the status %i, then nothing is tried again',
  async (status) => {
    const seen = network(() => ({ status, body: { message: 'No.' } }));
    expect(await settled(add())).toMatchObject({ status, message: 'No.' });
    expect(seen).toHaveLength(1);
  },
);

test('given a refusal with field errors, then they arrive by field, and a single text as a list', async () => {
  network(() => ({
    status: 422,
    body: { message: 'First.', errors: { email: ['First.', 'Second.'], age: 'Third.' } },
  }));
  expect(await settled(add())).toMatchObject({ errors: { email: ['First.', 'Second.'], age: ['Third.'] } });
});

test('given an error page from a proxy, then our own sentence replaces it', async () => {
  network(() => ({ status: 502, body: '<html>Bad gateway</html>' }));
  expect(await settled(add())).toMatchObject({ status: 502, message: ODD_ANSWER });
});

test.each([401, 419])('given %i while logged in, then the login is lost', async (status) => {
  token = 'old';
  network(() => ({ status, body: { message: 'Please log in.' } }));
  await settled(add());
  expect(lost).toHaveBeenCalledWith('old');
});

test('given 401 for a visitor, then nothing is lost', async () => {
  network(() => ({ status: 401, body: { message: 'Please log in.' } }));
  await settled(add());
  expect(lost).not.toHaveBeenCalled();
});

test('given a refusal with a waiting room, then the browser opens it with the way back; an address of another site is ignored', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname: '/tickets/saturday', search: '?type=ticket', assign });
  network(() => ({ status: 409, body: { message: 'Please wait.', waiting_room: '/waiting-room/sandlark' } }));
  expect(await settled(add())).toMatchObject({ status: 409, message: 'Please wait.' });
  expect(assign.mock.calls).toEqual([['/waiting-room/sandlark?from=%2Ftickets%2Fsaturday%3Ftype%3Dticket']]);
  network(() => ({ status: 409, body: { message: 'Please wait.', waiting_room: '//evil.example/a' } }));
  expect(await settled(add())).toMatchObject({ waitingRoom: null });
  expect(assign).toHaveBeenCalledTimes(1);
});
