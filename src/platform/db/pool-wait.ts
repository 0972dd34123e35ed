import type pg from 'pg';

/** The returned function reports how long the oldest request for a connection has waited, in milliseconds. */
export function watchWait(pool: pg.Pool): () => number {
  // Requests in order of arrival, which is the order in which the pool serves them.
  const waiting = new Set<{ readonly since: number }>();
  const connect = pool.connect.bind(pool) as (done?: (...answer: unknown[]) => void) => Promise<unknown> | undefined;

  const watched = (done?: (...answer: unknown[]) => void) => {
    const one = { since: performance.now() };
    waiting.add(one);
    if (done) {
      connect((...answer) => {
        waiting.delete(one);
        done(...answer);
      });
      return;
    }
    return connect()?.finally(() => waiting.delete(one));
  };
  pool.connect = watched as typeof pool.connect;

  return () => {
    const [first] = waiting;
    return first ? performance.now() - first.since : 0;
  };
}
