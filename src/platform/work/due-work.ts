import type { Clock } from '#platform/clock/clock.ts';

/**
 * There is no queue: each task is a row with the time it is due (an unsent mail, an expired hold, an attempt to query
 * at the gateway), so a crash between two tables can neither lose nor duplicate it. `run` takes a bounded batch of due
 * rows, with `for update skip locked` or a lease fenced by the row's count of attempts, and returns how many it took.
 * Several processes may run the same work at the same time and be killed at any moment.
 */
export interface DueWork {
  name: string;
  run(now: Date): Promise<number>;
  /** The shortest time between two rounds of this work (default: `roundMs`, a second). */
  everyMs?: number;
}

export interface Worker {
  start(): void;
  /** Errors of one kind of work do not stop the others. */
  runAllDue(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerOptions {
  clock: Clock;
  work: readonly DueWork[];
  roundMs?: number;
  onError: (name: string, error: unknown) => void;
}

const MAX_BATCHES = 200;
/** The longest pause for work that keeps failing, as while the database is down: it spares the log but resumes soon. */
const MAX_PAUSE_MS = 10_000;

/** The pause after this many failures in a row: twice as long each time, up to `maxMs`. */
export const pauseAfter = (failures: number, firstMs: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** failures, maxMs);

export function createWorker({ clock, work, roundMs = 1_000, onError }: WorkerOptions): Worker {
  const timers = new Map<DueWork, NodeJS.Timeout>();
  const underWay = new Map<DueWork, Promise<unknown>>();
  const failures = new Map<DueWork, number>();
  let stopped = false;

  async function drain(one: DueWork): Promise<number> {
    let taken = 0;
    try {
      for (let batch = 0; batch < MAX_BATCHES && !stopped; batch += 1) {
        const count = await one.run(clock.now());
        taken += count;
        if (count === 0) break;
      }
      failures.delete(one);
    } catch (error) {
      failures.set(one, (failures.get(one) ?? 0) + 1);
      onError(one.name, error);
    }
    return taken;
  }

  /** Each kind of work runs separately, so that a stalled mail server does not delay the release of holds. */
  function nextRound(one: DueWork, pauseMs: number): void {
    if (stopped) return;
    const begin = () => {
      const again = () => {
        const patience = pauseAfter(failures.get(one) ?? 0, roundMs, MAX_PAUSE_MS);
        nextRound(one, Math.max(roundMs, one.everyMs ?? 0, patience));
      };
      underWay.set(one, drain(one).then(again));
    };
    timers.set(one, setTimeout(begin, pauseMs));
  }

  return {
    start() {
      for (const one of work) nextRound(one, roundMs);
    },
    async runAllDue() {
      // One kind of work makes another due (a settled payment sends mails), so repeat until a round finds nothing.
      // Work that can just as well be done minutes later needs no second round.
      for (let turn = 0; turn < 50 && !stopped; turn += 1) {
        let taken = 0;
        for (const one of work) if (turn === 0 || !one.everyMs) taken += await drain(one);
        if (taken === 0) return;
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
