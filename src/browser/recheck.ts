import { isCallUnderWay as anyCallUnderWay } from './api.ts';
import { type Attention, browserAttention } from './attention.ts';

/** The pause between two checks and its random part, in milliseconds. Pages opened together must not check together. */
const PAUSE_MS = 15_000;
const RANDOM_PART = 0.4;

export interface Recheck {
  /** Resolves even if the check fails. */
  check: () => Promise<void>;
  isCallUnderWay?: () => boolean;
  attention?: Attention;
  random?: () => number;
}

/**
 * Checks regularly while the page is visible, until the returned function is called. A page that becomes visible makes
 * an overdue check immediately. Skips a check during another call, whose answer may contain the same data.
 */
export function recheckRegularly({
  check,
  isCallUnderWay = anyCallUnderWay,
  attention = browserAttention,
  random = Math.random,
}: Recheck): () => void {
  const nextAt = () => performance.now() + PAUSE_MS * (1 + RANDOM_PART * (random() - 0.5));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = nextAt();
  let isChecking = false;
  let isOver = false;

  const plan = (): void => {
    clearTimeout(timer);
    if (isOver || isChecking || !attention.isVisible()) return;
    timer = setTimeout(() => void attempt(), Math.max(0, dueAt - performance.now()));
  };

  const attempt = async (): Promise<void> => {
    dueAt = nextAt();
    if (!isCallUnderWay()) {
      isChecking = true;
      await check();
      isChecking = false;
    }
    plan();
  };

  const stopListening = attention.onChange(plan);
  plan();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopListening();
  };
}
