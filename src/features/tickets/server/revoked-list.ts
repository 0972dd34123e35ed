import { sharedRead } from '#platform/db/shared-read.ts';
import { type EncodedText, encodedText } from '#platform/http/encoded-text.ts';
import type { RevokedTicket } from './revoked-tickets.ts';

/** How long scanners are served a list before it is read again, in milliseconds. */
export const REVOKED_LIST_KEPT_MS = 2_000;

interface RevokedListOptions {
  read(): Promise<RevokedTicket[]>;
  readonly keptMs: number;
  /** Milliseconds that only ever go up. */
  elapsed?(): number;
}

/**
 * The list of revoked tickets as scanners get it, at most `keptMs` old. However many ask, it is read about once in that time, and
 * compressed once for each change. A read that fails is not kept: the next question reads again.
 */
export function createRevokedList({
  read,
  keptMs,
  elapsed = () => performance.now(),
}: RevokedListOptions): () => Promise<EncodedText> {
  let kept: { readonly list: EncodedText; readonly readAt: number } | undefined;

  const readAgain = sharedRead(async () => {
    const readAt = elapsed();
    const list = encodedText(JSON.stringify({ revoked: await read() }));
    // The same list keeps what was compressed of it.
    kept = { list: kept?.list.etag === list.etag ? kept.list : list, readAt };
    return kept.list;
  });

  return async () => (kept && elapsed() - kept.readAt < keptMs ? kept.list : await readAgain());
}
