import { ApiError, NO_ANSWER, readRefusal } from './api-error.ts';
import { joinSignals } from './join-signals.ts';
import type { OfficeAnswer, OfficeCallName, OfficeRequest } from './office-calls.ts';
import { randomKey } from './random-key.ts';

/** The timeout of an attempt, in milliseconds. */
const ATTEMPT_MS = 30_000;
/** Pauses before the second and third attempt, in milliseconds. */
const PAUSES_MS = [400, 1_500];

/** What a person has to prove before a call can go on. */
export type Proof = 'login' | 'step-up';

export interface OfficeCallOptions {
  signal?: AbortSignal;
  /** Whether a timer and not the user causes the call, so that it does not keep the session alive. */
  polls?: boolean;
  /**
   * Whether the call fails at once when the session has ended or a fresh proof is missing, instead of asking for it.
   */
  failsWithoutProof?: boolean;
  /** Whether the call is still sent if the page is being closed. */
  outlivesPage?: boolean;
  /** Whether the call only previews the change, so that it needs no request key. */
  isPreview?: boolean;
}

/** `code` is the office's name of the refusal, such as `step_up`. */
class OfficeError extends ApiError {
  readonly code: string | null;

  constructor(error: ApiError, code: string | null) {
    super(error);
    this.code = code;
  }
}

/** Shows the dialog for a proof. Resolves to false when the person gave up. */
type AskForProof = (proof: Proof) => Promise<boolean>;

let askForProof: AskForProof = () => Promise.resolve(false);

/** Connects calls with the dialogs of the application. */
export const connectOfficeProofs = (ask: AskForProof): void => {
  askForProof = ask;
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Calls `POST /office/api/<name>`; the session is in a cookie. After a lost connection the call is sent again with the
 * same request key. When the session has ended, or the call needs a fresh proof of identity, a dialog over the page
 * asks for it and the same call is sent again, so that nothing typed is lost. Throws ApiError, or the abort's reason.
 */
export async function officeCall<Name extends OfficeCallName>(
  name: Name,
  request: OfficeRequest<Name>,
  options: OfficeCallOptions = {},
): Promise<OfficeAnswer<Name>> {
  const body = JSON.stringify({ ...(options.isPreview ? {} : { request_key: randomKey() }), ...request });
  for (let attempts = 1; ; attempts += 1) {
    try {
      const response = await attempt(name, body, options);
      if (!response.ok) throw await readOfficeRefusal(response);
      return (await response.json()) as OfficeAnswer<Name>;
    } catch (thrown) {
      if (options.signal?.aborted) throw thrown;
      if (!(thrown instanceof ApiError)) throw new ApiError({ status: 0, message: NO_ANSWER });
      const proof = options.failsWithoutProof ? undefined : missingProof(thrown);
      if (proof) {
        if (await askForProof(proof)) continue;
        throw thrown;
      }
      const milliseconds = thrown.status === 0 || thrown.status === 503 ? PAUSES_MS[attempts - 1] : undefined;
      if (milliseconds === undefined) throw thrown;
      await pause(milliseconds);
    }
  }
}

/** Tells the server about a press for which nothing had to be loaded, so that the session does not seem unused. */
export const noteActivity = (): void => {
  officeCall('session', {}, { failsWithoutProof: true }).catch(() => {});
};

async function readOfficeRefusal(response: Response): Promise<OfficeError> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { code } = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown };
  return new OfficeError(await readRefusal(response), typeof code === 'string' ? code : null);
}

/** Whether the outcome has changed since its preview was confirmed. */
export const isPreviewChanged = (thrown: unknown): boolean =>
  thrown instanceof OfficeError && thrown.code === 'preview_changed';

const missingProof = (error: ApiError): Proof | undefined => {
  if (error.status === 401) return 'login';
  return error instanceof OfficeError && error.code === 'step_up' ? 'step-up' : undefined;
};

async function attempt(
  name: string,
  body: string,
  { signal, polls, outlivesPage = false }: OfficeCallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(ATTEMPT_MS);
  return fetch(`/office/api/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(polls ? { 'x-office-polls': '1' } : {}),
    },
    body,
    keepalive: outlivesPage,
    signal: signal ? joinSignals(signal, timeout) : timeout,
  });
}
