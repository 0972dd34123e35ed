import type { Db, Queryable, Tx } from './db.ts';
import { inSavepoint } from './refusals.ts';

/**
 * An open transaction for work that asks for a whole database, so that all of it is there in the end or nothing: its transactions
 * become steps of that one. Statements go one after the other; two transactions at the same time are not possible.
 */
export function dbWithin(tx: Tx): Db {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const asked = last.then(ask, ask);
    last = asked.catch(() => {});
    return asked;
  };
  const statements: Queryable = {
    rows: (text, parameters) => inTurn(() => tx.rows(text, parameters)),
    row: (text, parameters) => inTurn(() => tx.row(text, parameters)),
    run: (text, parameters) => inTurn(() => tx.run(text, parameters)),
  };
  const step = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSavepoint(statements, () => work(statements as Tx));
  return {
    ...statements,
    transaction: step,
    stockTransaction: step,
    ping: async () => {
      await statements.row('select 1');
    },
    longestWaitMs: () => 0,
    end: async () => {},
  };
}
