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

/** A request waits for the event loop and for connections several times: a delay of theirs counts so many times. */
const WAITS_OF_A_REQUEST = 2;
/** How much the newest request counts among those that tell how long new work takes. */
const WEIGHT = 0.1;
/** The oldest one under way has taken so many times as long as usual before it counts: one that is slow by itself is no sign. */
const OLDEST_OF_MANY = 4;
/** Whoever only looks is refused at so many times the delay that closes the door to new work. */
const LOOK_PATIENCE = 4;
/** So many pieces of new work a process that has just started makes many times slower than all later ones: code is read and compiled, connections and caches are made. */
export const COLD_WORKS = 20;
/** And so many of them are let in at once. */
const COLD_AT_ONCE = 10;
/** More than this of any kind at once would only fill the memory. */
const MOST_AT_ONCE = 4_000;

/** Seconds: nobody is told to come back sooner than this, and the last of them so much later. */
const SOONEST = 2;
const SPREAD = 3;

/**
 * Refuses early what a busy shop could only answer late, so that those who are in can finish. The signs are how long new work
 * takes, which counts everything it waits for, how late the event loop is, and how long somebody waits for a connection. Each
 * look that finds a delay lets a sixth fewer in at once than were in, each that finds none a few more: a standing queue closes
 * the door within half a second, and it opens as far as the shop can carry. None of the signs says anything while the process is
 * cold, which it is until the first `coldWorks` pieces of new work are done; only a few are let in at once so long.
 */
export function createAdmission(
  settings: Pick<OverloadSettings, 'mostNew' | 'busyAfterMs'>,
  signs: LoadSigns,
  coldWorks = 0,
): Admission {
  const widthOfBegin = coldWorks > 0 ? Math.min(settings.mostNew, COLD_AT_ONCE) : settings.mostNew;
  const doors = {
    begin: new Door(settings.mostNew, settings.busyAfterMs, widthOfBegin),
    look: new Door(MOST_AT_ONCE, settings.busyAfterMs * LOOK_PATIENCE),
    finish: new Door(MOST_AT_ONCE, Number.POSITIVE_INFINITY),
  } satisfies Record<Work, Door>;
  const pace = new Pace();
  let atOnce = 0;
  let coldWorksLeft = coldWorks;
  let lookedAt = signs.monotonicMs();
  let timer: NodeJS.Timeout | undefined;

  /** How late the next look at the load is by now: all that came in one turn of the event loop see it grow. */
  const lateness = () => Math.max(0, signs.monotonicMs() - lookedAt - TICK_MS);

  function tick(): void {
    const now = signs.monotonicMs();
    const waits = Math.max(lateness(), signs.poolWaitMs());
    const delay = Math.max(waits * WAITS_OF_A_REQUEST, pace.at(now));
    lookedAt = now;
    if (coldWorksLeft > 0) return;
    for (const door of Object.values(doors)) door.adjust(delay);
  }

  /** What new work that begins now says of the load when it is done. */
  function begun(): () => void {
    if (coldWorksLeft > 0) {
      return () => {
        coldWorksLeft -= 1;
      };
    }
    const ended = pace.begun(signs.monotonicMs());
    return () => ended(signs.monotonicMs());
  }

  return {
    enter(work) {
      const door = doors[work];
      if (atOnce >= MOST_AT_ONCE || !door.isOpen(timer && coldWorksLeft <= 0 ? lateness() : 0)) {
        return { admitted: false, retryAfter: Math.ceil(SOONEST + SPREAD * signs.random()) };
      }
      door.enter();
      atOnce += 1;
      const ended = work === 'begin' ? begun() : null;
      let isInside = true;
      return {
        admitted: true,
        leave() {
          if (!isInside) return;
          isInside = false;
          door.leave();
          atOnce -= 1;
          ended?.();
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

/** How long new work takes at the moment, in milliseconds. */
class Pace {
  /** The moments at which those began that are not done, oldest first. */
  readonly #underWay = new Set<{ readonly since: number }>();
  #took = 0;
  #isNewsless = true;

  begun(since: number): (now: number) => void {
    const one = { since };
    this.#underWay.add(one);
    return (now) => {
      this.#underWay.delete(one);
      this.#took += (now - since - this.#took) * WEIGHT;
      this.#isNewsless = false;
    };
  }

  at(now: number): number {
    // When nobody was let in, what was slow is forgotten by and by, so that somebody is.
    if (this.#isNewsless) this.#took *= 1 - WEIGHT;
    this.#isNewsless = true;
    const [oldest] = this.#underWay;
    return oldest ? Math.max(this.#took, (now - oldest.since) / OLDEST_OF_MANY) : this.#took;
  }
}

class Door {
  readonly #most: number;
  readonly #busyAfterMs: number;
  /** How many are let in at once. */
  #width: number;
  #inside = 0;
  /** The most that were inside since the last look. */
  #peak = 0;

  constructor(most: number, busyAfterMs: number, width = most) {
    this.#most = most;
    this.#busyAfterMs = busyAfterMs;
    this.#width = width;
  }

  isOpen(lateness: number): boolean {
    return this.#inside < Math.floor(this.#width) && lateness <= this.#busyAfterMs;
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
      // Narrower than what made the delay, and not only than what was allowed.
      const cause = Math.max(this.#peak + 1, this.#most / 10);
      this.#width = (Math.min(this.#width, cause) * 5) / 6;
    } else {
      this.#width = Math.min(this.#most, Math.max(this.#width * 1.2, this.#width + 0.5));
    }
    this.#peak = this.#inside;
  }
}

/** Lets everything in: for a shop that nobody can overload, such as a test's. */
export const everybodyAdmitted: Pick<Admission, 'enter'> = {
  enter: () => ({ admitted: true, leave() {} }),
};
