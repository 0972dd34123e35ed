import type { OverloadSettings } from './overload.ts';

/**
 * What a request asks of a busy shop. `begin`: it starts something new, such as a page that has to be made or a cart of its own.
 * `look`: it only looks around, and the answer lies ready. `finish`: whoever sends it is in already (a cart, a checkout, a payment).
 */
export type Work = 'begin' | 'look' | 'finish';

export interface LoadSigns {
  /** How long the request that waits longest for a database connection has waited, in milliseconds. */
  poolWaitMs(): number;
  /** A clock that never jumps, in milliseconds. */
  monotonicMs(): number;
  /** From 0 to 1; spreads those who come back. */
  random(): number;
}

/** Let in: `leave` when the work is done. Refused: to be tried again after so many seconds. */
export type Entry =
  | { readonly admitted: true; leave(): void }
  | { readonly admitted: false; readonly retryAfter: number };

export interface Admission {
  enter(work: Work): Entry;
  /** Looks at the load; `start` does it all the time. */
  tick(): void;
  start(): void;
  stop(): void;
}

/** How often the load is looked at, in milliseconds. */
export const TICK_MS = 50;

/** Whoever only looks is refused at so many times the delay that closes the door to new work. */
const LOOK_PATIENCE = 4;
/** More than this of any kind at once would only fill the memory. */
const MOST_AT_ONCE = 4_000;

/** Seconds: nobody is told to come back sooner than this, and the last of them so much later. */
const SOONEST = 2;
const SPREAD = 3;

/**
 * Refuses early what a busy shop could only answer late, so that those who are in can finish. Each look at the load that finds
 * a delay lets a sixth fewer in at once, each that finds none a few more: a moment's delay costs nothing, a standing queue closes
 * the door within half a second, and it opens as far as the shop can carry.
 */
export function createAdmission(
  settings: Pick<OverloadSettings, 'mostNew' | 'busyAfterMs'>,
  signs: LoadSigns,
): Admission {
  const doors = {
    begin: new Door(settings.mostNew, settings.busyAfterMs),
    look: new Door(MOST_AT_ONCE, settings.busyAfterMs * LOOK_PATIENCE),
    finish: new Door(MOST_AT_ONCE, Number.POSITIVE_INFINITY),
  } satisfies Record<Work, Door>;
  let atOnce = 0;
  let lookedAt = signs.monotonicMs();
  let timer: NodeJS.Timeout | undefined;

  /** How late the next look at the load is by now: all that came in one turn of the event loop see it grow. */
  const lateness = () => Math.max(0, signs.monotonicMs() - lookedAt - TICK_MS);

  function tick(): void {
    const delay = Math.max(lateness(), signs.poolWaitMs());
    for (const door of Object.values(doors)) door.adjust(delay);
    lookedAt = signs.monotonicMs();
  }

  return {
    enter(work) {
      const door = doors[work];
      if (atOnce >= MOST_AT_ONCE || !door.isOpen(timer ? lateness() : 0)) {
        return { admitted: false, retryAfter: Math.ceil(SOONEST + SPREAD * signs.random()) };
      }
      door.inside += 1;
      atOnce += 1;
      let isInside = true;
      return {
        admitted: true,
        leave() {
          if (!isInside) return;
          isInside = false;
          door.inside -= 1;
          atOnce -= 1;
        },
      };
    },
    tick,
    start() {
      lookedAt = signs.monotonicMs();
      timer ??= setInterval(tick, TICK_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

class Door {
  inside = 0;
  readonly #most: number;
  readonly #busyAfterMs: number;
  #width: number;

  constructor(most: number, busyAfterMs: number) {
    this.#most = most;
    this.#busyAfterMs = busyAfterMs;
    this.#width = most;
  }

  isOpen(lateness: number): boolean {
    return this.inside < Math.floor(this.#width) && lateness <= this.#busyAfterMs;
  }

  adjust(delayMs: number): void {
    if (delayMs > this.#busyAfterMs) this.#width = this.#width < 1 ? 0 : (this.#width * 5) / 6;
    else this.#width = Math.min(this.#most, this.#width + Math.max(1, this.#most / 50));
  }
}

/** Lets everything in: for a shop that nobody can overload, such as a test's. */
export const everybodyAdmitted: Pick<Admission, 'enter'> = {
  enter: () => ({ admitted: true, leave() {} }),
};
