import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * Sends everything that is written until the end of this turn of the event loop in one packet. Otherwise each statement
 * of a pipeline costs its own write, which wakes the server and takes its core away from the shop.
 */
export function leaveTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
