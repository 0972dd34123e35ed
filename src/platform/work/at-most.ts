export class TooManyWaiting extends Error {
  /** Seconds after which a new attempt may succeed. */
  readonly retryAfter: number;

  constructor(what: string, retryAfter: number) {
    super(`Too many requests are waiting for ${what}`);
    this.name = 'TooManyWaiting';
    this.retryAfter = retryAfter;
  }
}

export interface AtMostOptions {
  /** Names the work in the error. */
  readonly what: string;
  /** How many operations may run at the same time. */
  readonly atOnce: number;
  /** How many may wait. Further ones are refused with `TooManyWaiting`. */
  readonly maxWaiting: number;
  /** In seconds. */
  readonly retryAfter: number;
}

/** Runs costly work in order of arrival, with a limit on how much runs at the same time. */
export function atMost({
  what,
  atOnce,
  maxWaiting,
  retryAfter,
}: AtMostOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new TooManyWaiting(what, retryAfter);
      await new Promise<void>((go) => waiting.push(go));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The next in line takes over the free place before a newcomer can.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
