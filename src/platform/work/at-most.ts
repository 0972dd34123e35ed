/** More wait than can be served in a while. */
export class TooManyWaiting extends Error {
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number;

  constructor(what: string, retryAfter: number) {
    super(`Too many wait for ${what}`);
    this.name = 'TooManyWaiting';
    this.retryAfter = retryAfter;
  }
}

export interface AtMostOptions {
  /** What is done, for the error. */
  readonly what: string;
  /** How many at once. */
  readonly atOnce: number;
  /** How many may wait; whoever comes then is refused with `TooManyWaiting`. */
  readonly mostWaiting: number;
  /** Seconds, for those who are refused. */
  readonly retryAfter: number;
}

/** Does costly work so many at once, in order of arrival. */
export function atMost({
  what,
  atOnce,
  mostWaiting,
  retryAfter,
}: AtMostOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new TooManyWaiting(what, retryAfter);
      await new Promise<void>((go) => waiting.push(go));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody who comes now gets ahead of those who wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
