import { ApiError } from '#browser/api-error.ts';

/** Whether the link was refused, so that trying again cannot help. */
export const isLinkRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;
