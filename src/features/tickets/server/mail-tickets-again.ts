import type { Shop } from '#features/shop-config/server/public.ts';
import { emailKey } from '#kernel/email.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { mayBeAdmitted } from '../domain/may-be-admitted.ts';
import { documentsOfEmail } from './document-store.ts';
import { deleteTicketRequest, lockTicketRequest, postponeTicketRequest } from './ticket-request-store.ts';
import { ticketsAgainMail } from './tickets-again-mail.ts';
import { ticketsByMail } from './tickets-of-a-mail.ts';

export interface TicketMailParts {
  readonly db: Db;
  loadShop(): Promise<Shop>;
  readonly shopUrl: string;
}

const MAX_MAILS = 5;
/** The maximum number of tickets that are read, including those that may not be downloaded. */
const MAX_READ = 500;
const MAX_TRIES = 10;
const PAUSE_MS = 15_000;

/**
 * Due work: mails requested tickets, each request and its mails in one transaction. A failed request is postponed, so
 * that it does not block others, and dropped after ten attempts.
 */
export function mailTicketsAgain(parts: TicketMailParts, onError: (error: unknown) => void = () => {}): DueWork {
  return {
    name: 'mail-tickets-again',
    async run(now) {
      let taken: { id: number; tries: number } | undefined;
      // Loaded before the transaction, which must not wait for a second connection.
      const shop = await parts.loadShop();
      try {
        await parts.db.transaction(async (tx) => {
          const request = await lockTicketRequest(tx, now);
          taken = request;
          if (!request) return;
          await mailTicketsOf({ shop, shopUrl: parts.shopUrl }, tx, request.email, now);
          await deleteTicketRequest(tx, request.id);
        });
      } catch (error) {
        if (!taken) throw error;
        onError(error);
        if (taken.tries + 1 >= MAX_TRIES) await deleteTicketRequest(parts.db, taken.id);
        else await postponeTicketRequest(parts.db, taken.id, new Date(now.getTime() + PAUSE_MS * 2 ** taken.tries));
      }
      return taken ? 1 : 0;
    },
  };
}

/**
 * Mails the tickets that the address has now, newest first. If there are none, there is no mail: the address may be a
 * stranger's.
 */
async function mailTicketsOf(
  { shop, shopUrl }: { shop: Shop; shopUrl: string },
  tx: Tx,
  email: string,
  now: Date,
): Promise<void> {
  const rows = (await documentsOfEmail(tx, emailKey(email), MAX_READ)).filter((row) => mayBeAdmitted(row, row));
  const [first] = rows;
  if (!first) return;
  const look = mailLook(shop, shopUrl);
  for (const { tickets } of ticketsByMail(rows).slice(0, MAX_MAILS)) {
    await enqueueMail(
      tx,
      {
        key: null,
        kind: 'tickets-again',
        // The stored spelling, not the typed one: a different spelling could reach another mailbox.
        recipient: first.recipient,
        content: ticketsAgainMail(look, tickets, shop.public),
        attachments: tickets.map(({ code }) => ({ kind: 'ticket', code })),
      },
      now,
    );
  }
}
