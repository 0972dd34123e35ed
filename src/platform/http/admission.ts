import type { OverloadSettings } from './overload.ts';

/**
 * The priority of a request in a busy shop. `begin`: new work, such as rendering a page or creating a cart. `browse`: a
 * prepared answer. `finish`: the visitor is already buying (a cart, a checkout, a payment).
 */
export type Work = 'begin' | 'browse' | 'finish';

export interface LoadSignals {
  /** How long the oldest pending request for a database connection has waited, in milliseconds. */
  poolWaitMs(): number;
  monotonicMs(): number;
  /** A number from 0 to 1 that spreads the retries of refused requests. */
  random(): number;
}

/** Admitted: call `leave` when the work is done. Refused: `retryAfter` is in seconds. */
export type Entry =
  | { readonly admitted: true; leave(): void }
  | { readonly admitted: false; readonly retryAfter: number };

export interface Admission {
  enter(work: Work): Entry;
  /** Like `enter`, but new work waits in line for up to `MAX_WAIT_MS` before it is refused. */
  enterInTurn(work: Work): Promise<Entry>;
  /** Whether a request had to wait or was refused within the last second. */
  isStrained(): boolean;
  /** Measures the load once; `start` does so every `TICK_MS`. */
  tick(): void;
  start(): void;
  stop(): void;
}

/** Interval between two measurements of the load, in milliseconds. */
const TICK_MS = 50;

/** The waits of the event loop and the pool count this many times, because a request meets each of them several times. */
const WAITS_OF_A_REQUEST = 2;
/** The newest request's weight in the moving average of how long new work takes. */
const WEIGHT = 0.1;
/** One slow request is not load, so the age of the oldest pending one is divided by this. */
const OLDEST_OF_MANY = 4;
/** `browse` is refused at this many times the delay that refuses `begin`. */
const BROWSE_PATIENCE = 4;
/** The number of requests that take much longer in a new process, while code compiles and caches fill. */
export const COLD_REQUESTS = 20;
const COLD_AT_ONCE = 10;
/** A buyer's request that takes longer than this is waiting for something else, such as a gateway. */
const MAX_ACTIVE_MS = 1_000;
/** More concurrent requests would only fill the memory. */
const MAX_AT_ONCE = 4_000;

/** Short enough that a call that waits in line still finishes within a second. A refused client retries much later. */
export const MAX_WAIT_MS = 600;
/** Calls at the end of a longer line would not be admitted within `MAX_WAIT_MS`. */
const MAX_IN_LINE = 400;

const STRAIN_MS = 1_000;

/** `Retry-After` is between `SOONEST` and `SOONEST + SPREAD` seconds. */
const SOONEST = 2;
const SPREAD = 3;

/**
 * Refuses new requests early when the shop is busy, so that visitors who are buying can finish. The signs of load are
 * how long new work takes including all its waits, how late the event loop is, and how long a request waits for a
 * connection. A tick that finds a delay lowers the limit on concurrent requests by a sixth; any other tick raises it a
 * little. A lasting queue thus stops admission within half a second, and admission then recovers to what the shop can
 * keep up with. Requests of visitors who are buying count towards the limit on new work: adding an item is quick, and
 * the time of new work alone would show too late that those who were admitted are now checking out. Until a new process
 * has done `coldRequests` requests, it ignores the signals and runs only a few at a time. Calls that cannot be admitted
 * at once wait in a short line, so that nobody is sent away for seconds while there is room.
 */
export function createAdmission(
  settings: Pick<OverloadSettings, 'maxNew' | 'busyAfterMs'>,
  signals: LoadSignals,
  coldRequests = 0,
): Admission {
  const widthOfBegin = coldRequests > 0 ? Math.min(settings.maxNew, COLD_AT_ONCE) : settings.maxNew;
  const doors = {
    begin: new Door(settings.maxNew, settings.busyAfterMs, widthOfBegin),
    browse: new Door(MAX_AT_ONCE, settings.busyAfterMs * BROWSE_PATIENCE),
    finish: new Door(MAX_AT_ONCE, Number.POSITIVE_INFINITY),
  } satisfies Record<Work, Door>;
  const pace = new Pace();
  const buyers = new ActiveRequests();
  /** New work that waits for room, in order of arrival. */
  const line = new Set<{ answer(entry: Entry): void }>();
  let atOnce = 0;
  let coldRequestsLeft = coldRequests;
  let measuredAt = signals.monotonicMs();
  let strainedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  /** Returns how late the next tick already is. */
  const lateness = () => Math.max(0, signals.monotonicMs() - measuredAt - TICK_MS);

  function tick(): void {
    const now = signals.monotonicMs();
    const waits = Math.max(lateness(), signals.poolWaitMs());
    const delay = Math.max(waits * WAITS_OF_A_REQUEST, pace.at(now));
    measuredAt = now;
    if (coldRequestsLeft > 0) return;
    for (const door of Object.values(doors)) door.adjust(delay);
    admitFromLine();
  }

  /** Starts timing new work. The returned function stops it. */
  function startTiming(): () => void {
    if (coldRequestsLeft > 0) {
      return () => {
        coldRequestsLeft -= 1;
      };
    }
    const ended = pace.begin(signals.monotonicMs());
    return () => ended(signals.monotonicMs());
  }

  function isOpen(work: Work): boolean {
    if (atOnce >= MAX_AT_ONCE) return false;
    // After a restart in a rush, buyers would otherwise keep out the new work that warms up the process.
    if (coldRequestsLeft > 0) return doors[work].isOpen();
    return doors[work].isOpen({
      lateness: timer ? lateness() : 0,
      others: work === 'begin' ? buyers.count(signals.monotonicMs()) : 0,
    });
  }

  function admit(work: Work): Entry {
    const door = doors[work];
    door.enter();
    atOnce += 1;
    const ended = work === 'begin' ? startTiming() : work === 'finish' ? buyers.begin(signals.monotonicMs()) : null;
    let isInside = true;
    return {
      admitted: true,
      leave() {
        if (!isInside) return;
        isInside = false;
        door.leave();
        atOnce -= 1;
        ended?.();
        admitFromLine();
      },
    };
  }

  const refuse = (): Entry => ({ admitted: false, retryAfter: Math.ceil(SOONEST + SPREAD * signals.random()) });

  /** Must be called whenever the door may have opened, so that nobody overtakes the calls in line. */
  function admitFromLine(): void {
    for (const waiting of line) {
      if (!isOpen('begin')) return;
      line.delete(waiting);
      waiting.answer(admit('begin'));
    }
  }

  function enter(work: Work): Entry {
    if (isOpen(work)) return admit(work);
    // A cold process runs only a few requests at a time, so its refusals are no sign of strain.
    if (coldRequestsLeft <= 0) strainedAt = signals.monotonicMs();
    return refuse();
  }

  return {
    enter,
    async enterInTurn(work) {
      const entry = enter(work);
      if (entry.admitted || work !== 'begin' || line.size >= MAX_IN_LINE) return entry;
      const { promise, resolve } = Promise.withResolvers<Entry>();
      const waiting = { answer: resolve };
      line.add(waiting);
      const patience = setTimeout(() => {
        line.delete(waiting);
        resolve(entry);
      }, MAX_WAIT_MS);
      return promise.finally(() => clearTimeout(patience));
    },
    isStrained: () => signals.monotonicMs() - strainedAt < STRAIN_MS,
    tick,
    start() {
      measuredAt = signals.monotonicMs();
      timer ??= setInterval(tick, TICK_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Measures how long new work currently takes, in milliseconds. */
class Pace {
  /** Pending work, oldest first. */
  readonly #underWay = new Set<{ readonly since: number }>();
  #took = 0;
  #endedSinceTick = false;

  begin(since: number): (now: number) => void {
    const one = { since };
    this.#underWay.add(one);
    return (now) => {
      this.#underWay.delete(one);
      this.#took += (now - since - this.#took) * WEIGHT;
      this.#endedSinceTick = true;
    };
  }

  at(now: number): number {
    // While nothing ends, the average decays, so that admission resumes.
    if (!this.#endedSinceTick) this.#took *= 1 - WEIGHT;
    this.#endedSinceTick = false;
    const [oldest] = this.#underWay;
    return oldest ? Math.max(this.#took, (now - oldest.since) / OLDEST_OF_MANY) : this.#took;
  }
}

/** Counts requests under way that are not waiting for something else. */
class ActiveRequests {
  /** Oldest first. */
  readonly #underWay = new Set<{ readonly since: number }>();

  /** The returned function ends the request. */
  begin(since: number): () => void {
    const one = { since };
    this.#underWay.add(one);
    return () => this.#underWay.delete(one);
  }

  count(now: number): number {
    for (const one of this.#underWay) {
      if (now - one.since < MAX_ACTIVE_MS) break;
      this.#underWay.delete(one);
    }
    return this.#underWay.size;
  }
}

class Door {
  readonly #max: number;
  readonly #busyAfterMs: number;
  /** The limit on concurrent requests; fractional, so that it can change slowly. */
  #width: number;
  #inside = 0;
  /** The maximum number of concurrent requests since the last tick. */
  #peak = 0;

  constructor(max: number, busyAfterMs: number, width = max) {
    this.#max = max;
    this.#busyAfterMs = busyAfterMs;
    this.#width = width;
  }

  /** `others` are requests that need the same room. */
  isOpen({ lateness = 0, others = 0 } = {}): boolean {
    return this.#inside + others < Math.floor(this.#width) && lateness <= this.#busyAfterMs;
  }

  enter(): void {
    this.#inside += 1;
    this.#peak = Math.max(this.#peak, this.#inside);
  }

  leave(): void {
    this.#inside -= 1;
  }

  adjust(delayMs: number): void {
    if (delayMs > this.#busyAfterMs) {
      // The limit may be far above the number of requests that caused the delay, so it drops to about that number.
      const cause = Math.max(this.#peak + 1, this.#max / 10);
      this.#width = (Math.min(this.#width, cause) * 5) / 6;
    } else {
      this.#width = Math.min(this.#max, Math.max(this.#width * 1.2, this.#width + 0.5));
    }
    this.#peak = this.#inside;
  }
}

/** Admits every request, for servers without overload protection. */
export const everybodyAdmitted: Pick<Admission, 'enter' | 'enterInTurn'> = {
  enter: () => ({ admitted: true, leave() {} }),
  enterInTurn: async () => ({ admitted: true, leave() {} }),
};
