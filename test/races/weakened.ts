import { setTimeout as pause } from 'node:timers/promises';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';

/** A guard that a twin takes out of the shop's own statements, on its way to the database. */
export interface TakenGuard {
  /** The statements that it is taken out of. */
  readonly statement: RegExp;
  /** Its words. Without them only the meeting is added. */
  readonly words?: RegExp;
  /** What stands in their place; nothing when absent. */
  readonly instead?: string;
  /** After the statement each waits for another one who has come as far, at whichever server, or for a moment. */
  readonly meet?: boolean;
  /** After the statement the transaction rests for so many milliseconds, so that the moment in which it can go wrong is long. */
  readonly restMs?: number;
}

export interface Weakened {
  readonly db: Db;
  /** How often a guard was taken out: a twin that never met one shows nothing. */
  taken(): number;
}

/** How long somebody waits for another one, in milliseconds: longer than a request's way to the same statement. */
const MEETING_MS = 250;

/**
 * A test double of the database that leaves guards out of statements: what a race would be without a lock or a condition. The shop
 * above it is the real one, and only what it does in transactions is touched. Constraints and indexes are dropped in the twin's own
 * database instead. With meetings alone a race is one that only its guard can win. Servers of one shop share their `meetings`: what
 * they do at once has to meet, however slow the machine is.
 */
export function weakened(db: Db, guards: readonly TakenGuard[], meetings: Meetings = meetingsAt(guards)): Weakened {
  let taken = 0;

  const weak = <Inner extends Queryable>(inner: Inner): Inner => {
    const send =
      <Answer>(how: (text: string, parameters?: readonly unknown[]) => Promise<Answer>) =>
      async (text: string, parameters?: readonly unknown[]): Promise<Answer> => {
        const met = guards.filter(({ statement }) => statement.test(text));
        const changed = met.reduce((words, guard) => {
          if (!guard.words) return words;
          if (guard.words.test(words)) taken += 1;
          return words.replace(guard.words, guard.instead ?? '');
        }, text);
        const answer = await how(changed, parameters);
        for (const guard of met) {
          if (guard.meet) await meetings.get(guard)!();
          if (guard.restMs) await pause(guard.restMs);
        }
        return answer;
      };
    return {
      ...inner,
      rows: send(inner.rows) as Inner['rows'],
      row: send(inner.row) as Inner['row'],
      run: send(inner.run),
    };
  };

  return {
    taken: () => taken,
    db: {
      ...db,
      transaction: (work) => db.transaction((tx) => work(weak<Tx>(tx))),
      stockTransaction: (work) => db.stockTransaction((tx) => work(weak<Tx>(tx))),
    },
  };
}

export type Meetings = ReadonlyMap<TakenGuard, () => Promise<void>>;

export const meetingsAt = (guards: readonly TakenGuard[]): Meetings =>
  new Map(guards.map((guard) => [guard, meeting()]));

/** Lets two through together, or one alone whom nobody follows in time. */
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
