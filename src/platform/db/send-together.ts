import type { Writable } from 'node:stream';
import type pg from 'pg';

/**
 * Puts all statements that one callback of the event loop sends, including those sent by its resolved promises, into
 * one packet. Otherwise each statement of a pipeline is a separate write, which wakes the server, and the server then
 * takes a core away from the shop.
 */
export function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
