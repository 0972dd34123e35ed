import type pg from 'pg';

/** How long to wait, in milliseconds, for a server that does not close its end. */
const MAX_WAIT_MS = 2_000;

/**
 * Call the returned function once the pool has ended: it resolves when the server has closed all connections. The
 * pool's own `end` only requests that; a connection that the server cuts off meanwhile would be reported as lost.
 */
export function watchClosing(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  const { promise: isEmpty, resolve } = Promise.withResolvers<void>();
  let isEnding = false;
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => {
    open.delete(client);
    if (isEnding && open.size === 0) resolve();
  });
  return async () => {
    isEnding = true;
    if (open.size === 0) return;
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    await isEmpty;
    clearTimeout(timer);
  };
}
