import { type Attention, ofBrowser } from './attention.ts';

/** The longest pause before the second attempt, in milliseconds; it doubles with every failure, up to `LONGEST_MS`. */
const FIRST_MS = 2_000;
const LONGEST_MS = 6_000;
/** All browsers whose network comes back at the same moment retry within this time, in milliseconds. */
const SPREAD_MS = 1_000;

/**
 * Milliseconds until the next attempt, after this many automatic ones have failed. Half of the pause is random, so that browsers
 * that lost the server together do not all come back together. Never sooner than the server asked for (`retryAfter`, seconds).
 * `random` is from 0 to 1.
 */
export function pauseBeforeAttempt(failed: number, retryAfter: number | null, random: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failed);
  return retryAfter === null ? longest * (0.5 + random / 2) : retryAfter * 1_000 + longest * random;
}

export interface Recovery {
  /** How the last load failed; null when it worked. */
  failure: () => { retryAfter: number | null } | null;
  /** Resolves when it has succeeded or failed; never rejects. */
  load: () => Promise<void>;
  attention?: Attention;
  random?: () => number;
}

/**
 * While the page is visible, retries the load until it succeeds or the returned function is called. A visitor who comes back to
 * the page, or to the network, waits a second at most, unless the server asked for longer.
 */
export function recover({ failure, load, attention = ofBrowser, random = Math.random }: Recovery): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed = 0;
  let failedAt = performance.now();
  let isLoading = false;
  let isOver = false;

  const plan = (): void => {
    clearTimeout(timer);
    const last = failure();
    if (isOver || isLoading || last === null || !attention.isVisible()) return;
    const dueAt = failedAt + pauseBeforeAttempt(failed, last.retryAfter, random());
    timer = setTimeout(() => void attempt(), Math.max(random() * SPREAD_MS, dueAt - performance.now()));
  };

  const attempt = async (): Promise<void> => {
    isLoading = true;
    await load();
    isLoading = false;
    failed += 1;
    failedAt = performance.now();
    plan();
  };

  const stopListening = attention.onChange(() => {
    failed = 0;
    plan();
  });
  plan();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopListening();
  };
}
