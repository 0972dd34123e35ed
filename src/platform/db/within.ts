import type { OfficeDb, Queryable, Tx } from './db.ts';
import { inSavepoint, rollsBack } from './refusals.ts';

/**
 * Lets work that expects a database run inside an open transaction, so that all of it commits or nothing does. Its
 * transactions become savepoints, so it must never run two of them at the same time.
 */
export const dbWithin = (tx: Tx): OfficeDb => within(tx, (statements, work) => inSavepoint(statements, () => work()));

/**
 * Like `dbWithin`, but without savepoints, so that `xmin` of everything it writes is the transaction's own id. The
 * transaction must be rolled back after a refusal; until then every further step throws.
 */
export function dbOf(tx: Tx): OfficeDb {
  let isRefused = false;
  return within(tx, async (_statements, work) => {
    if (isRefused) throw new Error('A step was refused, so the transaction must be rolled back');
    const result = await work();
    isRefused ||= rollsBack(result);
    return result;
  });
}

function within(tx: Tx, around: <T>(statements: Queryable, work: () => Promise<T>) => Promise<T>): OfficeDb {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    const answer = last.then(send, send);
    last = answer.catch(() => {});
    return answer;
  };
  const statements: Queryable = {
    rows: (text, parameters) => inTurn(() => tx.rows(text, parameters)),
    row: (text, parameters) => inTurn(() => tx.row(text, parameters)),
    run: (text, parameters) => inTurn(() => tx.run(text, parameters)),
  };
  const step = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => around(statements, () => work(statements as Tx));
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
