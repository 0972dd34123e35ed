import type { Db, OfficeDb, Queryable, Tx } from '#platform/db/db.ts';
import { aroundStatements } from '../support/around-statements.ts';

/** A database whose transactions can be paused between two statements, so that a race always runs the same way. */
export interface Pauses {
  readonly db: Db;
  /** Returns the statements that transactions have completed since the last call of this function, in that order. */
  takeStatements(): string[];
  /** Pauses one transaction: the one that completes the `count`th statement of any transaction from now on. */
  stopAfter(count: number): Stop;
}

interface Stop {
  /** Resolves when the transaction is paused. */
  readonly reached: Promise<void>;
  goOn(): void;
}

interface Armed {
  statementsLeft: number;
  readonly reached: () => void;
  readonly gate: Promise<void>;
}

/** `change` may leave a guard out of a statement, for a twin that shows the race without it. */
export function pausable(db: Db, change: (text: string) => string = (text) => text): Pauses {
  let texts: string[] = [];
  let armed: Armed | null = null;

  const ended = async (text: string) => {
    texts.push(text);
    if (!armed) return;
    armed.statementsLeft -= 1;
    if (armed.statementsLeft > 0) return;
    const { reached, gate } = armed;
    armed = null;
    reached();
    await gate;
  };
  const watched = <Inner extends Queryable>(inner: Inner): Inner =>
    aroundStatements(inner, async (text, send) => {
      const answer = await send(change(text));
      await ended(text);
      return answer;
    });
  const office = db.forOffice();
  const pausedOffice: OfficeDb = {
    ...office,
    transaction: (work) => office.transaction((tx) => work(watched<Tx>(tx))),
    forOffice: () => pausedOffice,
  };
  return {
    db: {
      ...db,
      transaction: (work) => db.transaction((tx) => work(watched<Tx>(tx))),
      stockTransaction: (work, options) => db.stockTransaction((tx) => work(watched<Tx>(tx)), options),
      forOffice: () => pausedOffice,
    },
    takeStatements() {
      const all = texts;
      texts = [];
      return all;
    },
    stopAfter(count) {
      let goOn = () => {};
      let reached = () => {};
      const gate = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const hasReached = new Promise<void>((resolve) => {
        reached = resolve;
      });
      armed = { statementsLeft: count, reached, gate };
      return {
        reached: hasReached,
        goOn() {
          armed = null;
          goOn();
        },
      };
    },
  };
}
