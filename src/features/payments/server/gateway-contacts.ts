import type { Db } from '#platform/db/db.ts';
import { noteAnswer, noteFailure } from './gateway-contact-store.ts';

/** Notified whether each call to a gateway was answered or failed. Never rejects. */
export interface GatewayContacts {
  answered(gateway: string, now: Date): Promise<void>;
  failed(gateway: string, now: Date): Promise<void>;
}

/** The time in milliseconds after which an answer is noted again: another process may have noted a failure since. */
const NOTE_AGAIN_MS = 60_000;

/** Records since when a gateway has been silent. Answers are noted once a minute, or at once after a failure. */
export function gatewayContacts(db: Db): GatewayContacts {
  const notedAt = new Map<string, number>();
  // A failure to write the note must not fail a payment. Without the database, payments fail anyway.
  const note = (writing: Promise<unknown>): Promise<void> =>
    writing.then(
      () => {},
      () => {},
    );
  return {
    async answered(gateway, now) {
      const noted = notedAt.get(gateway);
      if (noted !== undefined && Math.abs(now.getTime() - noted) < NOTE_AGAIN_MS) return;
      notedAt.set(gateway, now.getTime());
      await note(noteAnswer(db, gateway));
    },
    async failed(gateway, now) {
      notedAt.delete(gateway);
      await note(noteFailure(db, gateway, now));
    },
  };
}
