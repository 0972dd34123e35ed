import type { Db, OfficeDb, Queryable, Tx } from './db.ts';
import { inSavepoint } from './refusals.ts';

/**
 * Lets work that expects a whole database run inside an open transaction, so that all of it commits or nothing does:
 * its transactions become savepoints. Two transactions at the same time are not possible.
 */
export function dbWithin(tx: Tx): Db {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = last.then(ask, ask);
    last = answer.catch(() => {});
    return answer;
  };
  const statements: Queryable = {
    rows: (text, parameters) => inTurn(() => tx.rows(text, parameters)),
    row: (text, parameters) => inTurn(() => tx.row(text, parameters)),
    run: (text, parameters) => inTurn(() => tx.run(text, parameters)),
  };
  const step = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSavepoint(statements, () => work(statements as Tx));
  const db: OfficeDb = {
    ...statements,
    transaction: step,
    stockTransaction: step,
    read: step,
    forOffice: () => db,
    ping: async () => {
      await statements.row('select 1');
    },
    longestWaitMs: () => 0,
    end: async () => {},
  };
  return db;
}
