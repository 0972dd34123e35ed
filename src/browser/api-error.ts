import { safeFromPath } from '#kernel/from-path.ts';
import { markedText } from '#kernel/language.ts';

export const NO_ANSWER = markedText('The shop could not be reached. Please check your connection and try again.');
/** The message for an answer that does not come from our server. */
export const UNEXPECTED_ANSWER = markedText('Something went wrong. Please try again.');

/**
 * A failed call. `message` is the server's sentence, or one of ours to pass to `translate`. The keys of `errors` are
 * the server's field names.
 */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The server's Retry-After in seconds. */
  readonly retryAfter: number | null;
  /** The path of the waiting room in front of the refused item; null without one. */
  readonly waitingRoom: string | null;

  constructor(facts: {
    status: number;
    message: string;
    errors?: Readonly<Record<string, readonly string[]>>;
    retryAfter?: number | null;
    waitingRoom?: string | null;
  }) {
    super(facts.message);
    this.name = 'ApiError';
    this.status = facts.status;
    this.errors = facts.errors ?? {};
    this.retryAfter = facts.retryAfter ?? null;
    this.waitingRoom = facts.waitingRoom ?? null;
  }
}

/** Reads the body of a refusal. Proxies may have replaced it. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const retryAfter = Number.isNaN(seconds) ? null : seconds;
  const body: unknown = await response.json().catch(() => null);
  const {
    message,
    errors,
    waiting_room: room,
  } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return new ApiError({
    status: response.status,
    message: typeof message === 'string' && message !== '' ? message : UNEXPECTED_ANSWER,
    errors: fieldErrors(errors),
    retryAfter,
    // An address that is not a path of this shop becomes `/`.
    waitingRoom: room && safeFromPath(room) === room ? safeFromPath(room) : null,
  });
}

function fieldErrors(errors: unknown): Record<string, string[]> {
  if (typeof errors !== 'object' || errors === null) return {};
  const lists = Object.entries(errors).map(([field, messages]) => [field, [messages].flat().map(String)] as const);
  return Object.fromEntries(lists.filter(([, messages]) => messages.length > 0));
}

/** Whether the call was refused because its login has expired. The page then leads to the login, which leads back. */
export const isLoginRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 419);
