import { ApiError, isLoginRefused, NO_ANSWER, readRefusal } from './api-error.ts';
import { type BusyCall, busyCall } from './busy-calls.ts';
import type { CallAnswer, CallName, CallRequest } from './calls.ts';
import { joinSignals } from './join-signals.ts';
import { randomKey } from './random-key.ts';

/** Calls that change nothing may be repeated without a request key. */
const readingCalls: ReadonlySet<CallName> = new Set<CallName>([
  'calculate-invoice',
  'get-cart',
  'get-data',
  'get-entry-tickets',
  'get-older-orders',
  'get-older-refunds',
  'get-order',
  'get-payment-plan-order-payment',
  'get-refund-ways',
  'get-saved-cards',
  'get-shop-item',
  'get-terms-and-conditions-order',
  'show-tickets',
  'validate-voucher',
]);

/** The server does not store the secret results of these calls, so a retry would be a second login. */
const unrepeatableCalls: ReadonlySet<CallName> = new Set<CallName>(['login', 'login-with-link']);

/** The timeout of an attempt, in milliseconds. */
const ATTEMPT_MS = 30_000;
/** Pauses before the second and third attempt, in milliseconds, unless the server requests a longer one. */
const PAUSES_MS = [400, 1_500];
/** If the server asks for a longer pause than this, in milliseconds, its error is shown instead. */
const MAX_PAUSE_MS = 5_000;
/** From this Retry-After on, in milliseconds, the call waits in line for about a minute, and the page says so. */
const LINE_FROM_MS = 2_000;
const MAX_ATTEMPTS_IN_LINE = 20;

export interface CallOptions {
  /** By default each call has a new key. Pass the same key again for a "Try again" after an unknown outcome. */
  requestKey?: string;
  signal?: AbortSignal;
  /** Sent instead of the session's login token. */
  token?: string;
  /** Whether to leave the bundle out of the answer. */
  withoutData?: boolean;
  /** Whether to make a single attempt and never wait in line, because nobody is waiting for the answer. */
  once?: boolean;
}

/** Connects calls with the session, see session-store.ts. */
export interface ApiListener {
  /** The login token to send; null when nobody is logged in. */
  token: () => string | null;
  catalogueVersion: () => string | null;
  /** The parts of a request that say how much of the customer's own data the bundle should contain. */
  wanted: () => { orders?: 'newest'; open_order?: string; open_refund?: string };
  /** Called at the start of a call. The returned function receives the bundle that came with its answer. */
  onStart: (call: { token: string | null; reads: boolean }) => (data: CallAnswer<CallName>['data']) => void;
  /** Called when the token of a logged-in customer was refused with 401 or 419. */
  onLoginRefused: (token: string) => void;
}

let listener: ApiListener = {
  token: () => null,
  catalogueVersion: () => null,
  wanted: () => ({}),
  onStart: () => () => {},
  onLoginRefused: () => {},
};

export const connectApi = (to: ApiListener): void => {
  listener = to;
};

let callsUnderWay = 0;
export const isCallUnderWay = (): boolean => callsUnderWay > 0;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns milliseconds, or null for no further attempt. `attempts` counts the attempts made. */
export function pauseBeforeRetry(error: ApiError, attempts: number): number | null {
  const requestedMs = (error.retryAfter ?? 0) * 1_000;
  const isInLine = error.status === 503 && requestedMs >= LINE_FROM_MS && attempts < MAX_ATTEMPTS_IN_LINE;
  const usual = isInLine ? requestedMs : PAUSES_MS[attempts - 1];
  if (usual === undefined || (error.status !== 0 && error.status !== 503)) return null;
  const wanted = Math.max(usual, requestedMs);
  return wanted > MAX_PAUSE_MS ? null : wanted;
}

/** Loads the waiting room's page, which is not part of the application. It later leads back to the current page. */
export function openWaitingRoom(waitingRoom: string): void {
  const { pathname, search } = location;
  location.assign(`${waitingRoom}?from=${encodeURIComponent(pathname + search)}`);
}

/**
 * Sends one attempt. Building the request is not part of it, so that a bug there does not look like a lost connection.
 */
async function attempt(name: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(ATTEMPT_MS);
  const request: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body,
    signal: signal ? joinSignals(signal, timeout) : timeout,
  };
  try {
    return await fetch(`/api/${name}`, request);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, message: NO_ANSWER });
  }
}

/** Makes the server send only changes since the known catalogue. */
const knownCatalogue = (version: string | null) =>
  version === null ? {} : { catalogue_version: version, catalogue: 'changes' };

/** Reads the answer. A connection that breaks in the middle of the body counts as no answer. */
async function readAnswer<Answer>(response: Response, signal: AbortSignal | undefined): Promise<Answer> {
  if (!response.ok) throw await readRefusal(response);
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, message: NO_ANSWER });
  }
}

/**
 * Calls `POST /api/<name>` with the login token; a bundle in the answer replaces the session's. After a lost connection
 * or an overload the call is retried with the same request key; a wait in line is shown. Throws ApiError, or the
 * abort's reason. Any other error is a bug of ours: it is reported, thrown unchanged, and never retried.
 */
export async function call<Name extends CallName>(
  name: Name,
  payload: CallRequest<Name>,
  options: CallOptions = {},
): Promise<CallAnswer<Name>> {
  const reads = readingCalls.has(name);
  const repeatable = !unrepeatableCalls.has(name);
  const token = options.token ?? listener.token();
  const body = JSON.stringify({
    token,
    ...(options.withoutData
      ? { data: 'none' }
      : { ...knownCatalogue(listener.catalogueVersion()), ...listener.wanted() }),
    ...(reads || !repeatable ? {} : { request_key: options.requestKey ?? randomKey() }),
    ...payload,
  });
  const takeData = listener.onStart({ token, reads });
  let inLine: BusyCall | undefined;
  callsUnderWay += 1;
  try {
    for (let attempts = 1; ; attempts += 1) {
      try {
        const response = await attempt(name, body, options.signal);
        const answer = await readAnswer<CallAnswer<Name>>(response, options.signal);
        if (answer.data) takeData(answer.data);
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) {
          // Screens only show that the call failed, and a bug must also appear in the console.
          if (!options.signal?.aborted) reportError(thrown);
          throw thrown;
        }
        const milliseconds = repeatable && !options.once ? pauseBeforeRetry(thrown, attempts) : null;
        if (milliseconds === null) {
          if (token !== null && isLoginRefused(thrown)) listener.onLoginRefused(token);
          if (thrown.waitingRoom !== null) openWaitingRoom(thrown.waitingRoom);
          throw thrown;
        }
        if (thrown.status === 503 && milliseconds >= LINE_FROM_MS) inLine ??= busyCall();
        await (inLine ? inLine.wait(milliseconds, options.signal) : pause(milliseconds));
        options.signal?.throwIfAborted();
      }
    }
  } finally {
    callsUnderWay -= 1;
    inLine?.end();
  }
}
