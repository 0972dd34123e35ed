import { ApiError } from '#browser/api-error.ts';

/** A retry cannot help. */
export const isLinkRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;
