import { isCallUnderWay as anyCallUnderWay } from './api.ts';
import { type Attention, ofBrowser } from './attention.ts';

/** The pause between two checks, in milliseconds, and how much of it is random: pages opened together must not check together. */
const PAUSE_MS = 15_000;
const RANDOM_PART = 0.4;

export interface Recheck {
  /** Resolves when it has succeeded or failed; never rejects. */
  check: () => Promise<void>;
  isCallUnderWay?: () => boolean;
  attention?: Attention;
  random?: () => number;
}

/**
 * While the page is visible, checks again and again until the returned function is called. A page that comes back into sight makes
 * an overdue check at once. No check is made while another call is under way, whose answer may say the same.
 */
export function recheckRegularly({
  check,
  isCallUnderWay = anyCallUnderWay,
  attention = ofBrowser,
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
