import { ApiError, ODD_ANSWER } from '#browser/api-error.ts';
import { saidText } from '#kernel/text.ts';

/** What the server said about a refusal; null when nothing came, or nothing of ours. */
export function serverText(thrown: unknown): string | null {
  if (!(thrown instanceof ApiError) || thrown.status === 0 || thrown.message === saidText(ODD_ANSWER)) return null;
  return thrown.message;
}

/** The server's sentence after our own, or our own alone: what a form says when its call did not work. */
export function withOwnWords(thrown: unknown, ownWords: string): ApiError {
  const refused = thrown instanceof ApiError ? thrown : new ApiError({ status: 0, message: String(thrown) });
  return new ApiError({ status: refused.status, message: `${ownWords} ${refused.message}`, errors: refused.errors });
}
