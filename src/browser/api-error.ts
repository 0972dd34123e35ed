import { laterText } from '#kernel/language.ts';

/** Said when no answer came at all. */
export const NO_ANSWER = laterText('The shop could not be reached. Please check your connection and try again.');
/** Said when an answer came that is none of ours. */
export const ODD_ANSWER = laterText('Something went wrong. Please try again.');

/**
 * A call that did not work. `message` is a sentence for people: the server's, or one of ours that whoever shows it puts into the
 * language by `saidText`. `errors` are by field name of the server.
 */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Seconds after which the server would like to be asked again; null when it did not say. */
  readonly retryAfter: number | null;

  constructor(facts: {
    status: number;
    message: string;
    errors?: Readonly<Record<string, readonly string[]>>;
    retryAfter?: number | null;
  }) {
    super(facts.message);
    this.name = 'ApiError';
    this.status = facts.status;
    this.errors = facts.errors ?? {};
    this.retryAfter = facts.retryAfter ?? null;
  }
}

/** The error body of an answer that was refused, whatever stands between the server and us made of it. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const retryAfter = Number.isNaN(seconds) ? null : seconds;
  const body: unknown = await response.json().catch(() => null);
  const { message, errors } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return new ApiError({
    status: response.status,
    message: typeof message === 'string' && message !== '' ? message : ODD_ANSWER,
    errors: fieldErrors(errors),
    retryAfter,
  });
}

function fieldErrors(errors: unknown): Record<string, string[]> {
  if (typeof errors !== 'object' || errors === null) return {};
  const lists = Object.entries(errors).map(([field, messages]) => [field, [messages].flat().map(String)] as const);
  return Object.fromEntries(lists.filter(([, messages]) => messages.length > 0));
}

/** Whether the call was refused because its login has ended: the page is left for the login, and comes back after it. */
export const isLoginRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 419);
