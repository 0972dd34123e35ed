import { ApiError, isLoginRefused, NO_ANSWER, readRefusal } from './api-error.ts';
import { type BusyCall, busyCall } from './busy-calls.ts';
import type { CallAnswer, CallName, CallRequest } from './calls.ts';
import { joinSignals } from './join-signals.ts';
import { randomKey } from './random-key.ts';

/** Calls that change nothing and may always be sent again. They carry no request key. */
const readingCalls: ReadonlySet<CallName> = new Set<CallName>([
  'calculate-invoice',
  'get-cart',
  'get-data',
  'get-payment-plan-order-payment',
  'get-shop-item',
  'get-terms-and-conditions-order',
  'validate-voucher',
]);

/** The server keeps no result of these, because it would be a secret: a second try would be a second login. */
const unrepeatableCalls: ReadonlySet<CallName> = new Set<CallName>(['login', 'login-with-link']);

/** How long one try may take, in milliseconds. */
const TRY_MS = 30_000;
/** The pauses before the second and the third try, in milliseconds, when the server names none. */
const PAUSES_MS = [400, 1_500];
/** A server that wants more patience than this gets its error shown instead, in milliseconds. */
const LONGEST_PAUSE_MS = 5_000;
/** Who is told to wait this long, in milliseconds, or longer, waits in a line: that is said, and tried for about a minute. */
const LINE_FROM_MS = 2_000;
const TRIES_IN_LINE = 20;

export interface CallOptions {
  /**
   * One key for one action of a person. Made anew for every call unless given: give the same one again when a person
   * presses "Try again" after a call whose outcome is unknown.
   */
  requestKey?: string;
  signal?: AbortSignal;
  /** Instead of the session's login token. */
  token?: string;
  /** Leaves the bundle out of the answer. */
  withoutData?: boolean;
  /** Makes a single attempt and never waits in line: for a call that nobody is waiting for. */
  once?: boolean;
}

/** What the session is told about calls, see session-store.ts. */
export interface ApiListener {
  /** The login token to send; null when nobody is logged in. */
  token: () => string | null;
  catalogueVersion: () => string | null;
  /** Called at the start of a call; the returned function gets the bundle that came with its answer. */
  onStart: (call: { token: string | null; reads: boolean }) => (data: CallAnswer<CallName>['data']) => void;
  /** The token was refused with 401 or 419 while somebody was logged in. */
  onLoginLost: (token: string) => void;
}

let listener: ApiListener = {
  token: () => null,
  catalogueVersion: () => null,
  onStart: () => () => {},
  onLoginLost: () => {},
};

/** Connects the one session of this browser tab. */
export const connectApi = (to: ApiListener): void => {
  listener = to;
};

let callsUnderWay = 0;
export const isCallUnderWay = (): boolean => callsUnderWay > 0;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Pause before the next try in milliseconds, or null when there shall be none. `tries` counts those made. */
export function pauseBeforeRetry(error: ApiError, tries: number): number | null {
  const asked = (error.retryAfter ?? 0) * 1_000;
  const isInLine = error.status === 503 && asked >= LINE_FROM_MS && tries < TRIES_IN_LINE;
  const usual = isInLine ? asked : PAUSES_MS[tries - 1];
  if (usual === undefined || (error.status !== 0 && error.status !== 503)) return null;
  const wanted = Math.max(usual, asked);
  return wanted > LONGEST_PAUSE_MS ? null : wanted;
}

/** Only the request itself may fail here: a bug of ours while building it is not a lost connection. */
async function tryOnce(name: string, body: string, signal: AbortSignal | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(TRY_MS);
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

/** What is on the screen already need not come again: only what changed since is asked for. */
const knownCatalogue = (version: string | null) =>
  version === null ? {} : { catalogue_version: version, catalogue: 'changes' };

/** The answer's body; a connection that is cut in the middle of it counts as no answer. */
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
 * One call: `POST /api/<name>`. The login token goes along by itself, and a bundle in the answer replaces the session's. After a cut
 * connection or an overloaded server the call is retried with the same request key; a wait in line is shown. Throws ApiError, or the
 * abort's reason. Any other error is a bug of ours: it is reported, thrown as it is, and never retried.
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
    ...(options.withoutData ? { data: 'none' } : knownCatalogue(listener.catalogueVersion())),
    ...(reads || !repeatable ? {} : { request_key: options.requestKey ?? randomKey() }),
    ...payload,
  });
  const takeData = listener.onStart({ token, reads });
  let inLine: BusyCall | undefined;
  callsUnderWay += 1;
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await tryOnce(name, body, options.signal);
        const answer = await readAnswer<CallAnswer<Name>>(response, options.signal);
        if (answer.data) takeData(answer.data);
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) {
          // Screens only show that the call failed. A bug of ours must also appear in the console.
          if (!options.signal?.aborted) reportError(thrown);
          throw thrown;
        }
        const milliseconds = repeatable && !options.once ? pauseBeforeRetry(thrown, tries) : null;
        if (milliseconds === null) {
          if (token !== null && isLoginRefused(thrown)) listener.onLoginLost(token);
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
