import { type Attention, browserAttention } from './attention.ts';

/** The longest first pause, in milliseconds. It doubles with every failed attempt, up to `MAX_PAUSE_MS`. */
const FIRST_MS = 2_000;
const MAX_PAUSE_MS = 6_000;
/** The milliseconds over which browsers spread retries when the network comes back for all of them at once. */
const SPREAD_MS = 1_000;

/**
 * Returns the milliseconds until the next attempt after this many failed automatic ones. Half of the pause is random,
 * so that browsers that lost the server together do not return together. Never shorter than `retryAfter` (seconds).
 * `random` is from 0 to 1.
 */
export function pauseBeforeAttempt(failed: number, retryAfter: number | null, random: number): number {
  const longest = Math.min(MAX_PAUSE_MS, FIRST_MS * 2 ** failed);
  return retryAfter === null ? longest * (0.5 + random / 2) : retryAfter * 1_000 + longest * random;
}

export interface Recovery {
  /** The failure of the last load; null if it succeeded. */
  failure: () => { retryAfter: number | null } | null;
  /** Resolves even if the load fails. */
  load: () => Promise<void>;
  attention?: Attention;
  random?: () => number;
}

/**
 * Retries the load while the page is visible, until it succeeds or the returned function is called. When the visitor or
 * the network returns, the pauses begin again with the shortest; if that one has passed, it retries within a second. It
 * never retries sooner than the server asked.
 */
export function recover({ failure, load, attention = browserAttention, random = Math.random }: Recovery): () => void {
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
