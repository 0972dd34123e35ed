import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import { aroundStatements } from '../support/around-statements.ts';

/** A guard that a twin removes from the shop's own statements on their way to the database. */
export interface RemovedGuard {
  readonly statement: RegExp;
  /** The words to remove. If absent, only the meeting is added. */
  readonly words?: RegExp;
  /** Replaces the words; nothing if absent. */
  readonly instead?: string;
  /** After the statement, each transaction waits briefly for another one at either server to reach the same point. */
  readonly meet?: boolean;
  /** After the statement the transaction pauses for this many milliseconds, to widen the window for a race. */
  readonly pauseMs?: number;
  /** Runs after the statement, before its transaction continues. */
  readonly between?: () => Promise<void>;
}

export interface Weakened {
  readonly db: Db;
  /** Returns how many times a guard was removed: if this is 0, the twin proves nothing. */
  removals(): number;
  /** Returns the guards whose statement never ran: with such a guard, the twin is not the race that it claims to be. */
  neverMet(): RemovedGuard[];
}

/** The longest wait for another transaction, in milliseconds. A request reaches the same statement sooner. */
const MEETING_MS = 250;

/**
 * A test double of the database that leaves guards out of statements, to show the race without a lock or a condition.
 * The shop above it is real, and only statements in transactions change. Constraints and indexes are dropped in the
 * twin's own database instead. With meetings alone, only the guard itself can prevent the fault. Servers of one shop
 * share their `meetings`, so that their work meets, however slow the machine is.
 */
export function weaken(db: Db, guards: readonly RemovedGuard[], meetings: Meetings = meetingsAt(guards)): Weakened {
  let removed = 0;
  const everMet = new Set<RemovedGuard>();

  const weak = <Inner extends Queryable>(inner: Inner): Inner =>
    aroundStatements(inner, async (text, send) => {
      const met = guards.filter(({ statement }) => statement.test(text));
      for (const guard of met) everMet.add(guard);
      const changed = met.reduce((words, guard) => {
        if (!guard.words) return words;
        if (guard.words.test(words)) removed += 1;
        return words.replace(guard.words, guard.instead ?? '');
      }, text);
      const answer = await send(changed);
      for (const guard of met) {
        if (guard.meet) await meetings.get(guard)!();
        if (guard.pauseMs) await pause(guard.pauseMs);
        await guard.between?.();
      }
      return answer;
    });

  return {
    removals: () => removed,
    neverMet: () => guards.filter((guard) => !everMet.has(guard)),
    db: {
      ...db,
      transaction: (work) => db.transaction((tx) => work(weak<Tx>(tx))),
      stockTransaction: (work) => db.stockTransaction((tx) => work(weak<Tx>(tx))),
    },
  };
}

export type Meetings = ReadonlyMap<RemovedGuard, () => Promise<void>>;

export const meetingsAt = (guards: readonly RemovedGuard[]): Meetings =>
  new Map(guards.map((guard) => [guard, meeting()]));

/** Releases two together, or one alone if no other follows in time. */
function meeting(): () => Promise<void> {
  let waiting: (() => void) | null = null;
  return async () => {
    if (waiting) {
      waiting();
      waiting = null;
      return;
    }
    await new Promise<void>((go) => {
      waiting = go;
      setTimeout(() => {
        if (waiting === go) waiting = null;
        go();
      }, MEETING_MS);
    });
  };
}
