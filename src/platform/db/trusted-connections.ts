import type pg from 'pg';

/** While no server accepts writes, connections are replaced at most this often, in milliseconds. */
const MIN_INTERVAL_MS = 1_000;

/** PostgreSQL's error code for a write on a read-only server or in a read-only session. */
const READ_ONLY = '25006';

/**
 * After a failover, connections may lead to a read-only server. After one refused write, all connections opened before
 * it are closed instead of being used again, even for reads, which would be out of date. Pass every error of a
 * statement to the returned function.
 */
export function distrustReadOnly(pools: readonly pg.Pool[]): (error: unknown) => void {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let trustedSince = Number.NEGATIVE_INFINITY;
  for (const pool of pools) {
    pool.on('connect', (client) => openedAt.set(client, performance.now()));
    const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
    const connectTrusted = async () => {
      for (;;) {
        const client = await connect();
        if (openedAt.get(client)! >= trustedSince) return client;
        client.release(true);
      }
    };
    pool.connect = ((done?: (error?: Error, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void) => {
      if (!done) return connectTrusted();
      connectTrusted().then((client) => done(undefined, client, client.release), done);
    }) as typeof pool.connect;
  }
  return (error) => {
    if ((error as { code?: string } | null)?.code !== READ_ONLY) return;
    const now = performance.now();
    if (now - trustedSince >= MIN_INTERVAL_MS) trustedSince = now;
  };
}
