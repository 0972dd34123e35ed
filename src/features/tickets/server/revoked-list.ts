import { sharedRead } from '#platform/db/shared-read.ts';
import { type EncodedText, encodedText } from '#platform/http/encoded-text.ts';
import type { RevokedTicket } from './revoked-tickets-store.ts';

/** A ticket's entry in the list that scanners receive. */
export interface RevokedOnWire {
  readonly ticket_id: string;
  readonly generation: number;
}

const toWire = ({ ticketId, generation }: RevokedTicket): RevokedOnWire => ({ ticket_id: ticketId, generation });

/** How long scanners receive the same list, in milliseconds. */
export const REVOKED_LIST_KEPT_MS = 2_000;

interface RevokedListOptions {
  read(): Promise<RevokedTicket[]>;
  readonly keptMs: number;
  /** A monotonic clock, in milliseconds. */
  elapsed?(): number;
}

/**
 * The list of revoked tickets for scanners, at most `keptMs` old. No matter how many scanners request it, it is read
 * about once in that time and compressed once per change. After a failed read, the next request reads again.
 */
export function createRevokedList({
  read,
  keptMs,
  elapsed = () => performance.now(),
}: RevokedListOptions): () => Promise<EncodedText> {
  let current: { readonly list: EncodedText; readonly readAt: number } | undefined;

  const readAgain = sharedRead(async () => {
    const readAt = elapsed();
    const list = encodedText(JSON.stringify({ revoked: (await read()).map(toWire) }));
    // An unchanged list keeps its compressed copies.
    current = { list: current?.list.etag === list.etag ? current.list : list, readAt };
    return current.list;
  });

  return async () => (current && elapsed() - current.readAt < keptMs ? current.list : await readAgain());
}
