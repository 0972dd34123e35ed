import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * Makes the statements that one callback of the event loop sends, with those that its resolved promises send, leave in
 * one packet. Otherwise each statement of a pipeline costs a write of its own, which wakes the server and takes its core
 * away from the shop.
 */
export function leaveTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
