import { ApiError } from '#browser/api-error.ts';

/** Whether it was the link that was refused, and not the moment. */
export const isLinkRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;
