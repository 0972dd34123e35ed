import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import type { Tx } from '#platform/db/db.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';
import { type MailLook, mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { datedTicket } from './dated-ticket.ts';
import { type TicketRow, ticketRow } from './ticket-store.ts';

interface CancelledTickets {
  /** Identifies the cause. Each address receives one mail about it. */
  readonly key: string;
  readonly ticketIds: readonly number[];
  /** The buyer, who receives the mail about the money. */
  readonly buyerEmail: string;
  /** The operator's reason. */
  readonly reason: string;
}

/** Mails holders other than the buyer that their tickets are cancelled; one mail for each address. */
export async function mailHoldersOfCancelled(
  tx: Tx,
  { shop, shopUrl }: { readonly shop: Shop; readonly shopUrl: string },
  { key, ticketIds, buyerEmail, reason }: CancelledTickets,
  now: Date,
): Promise<void> {
  const tickets: TicketRow[] = [];
  for (const id of ticketIds) tickets.push((await ticketRow(tx, id))!);
  const ofHolders = tickets.filter(({ email }) => isEmailAddress(email) && emailKey(email) !== emailKey(buyerEmail));
  for (const ofOne of Map.groupBy(ofHolders, ({ email }) => emailKey(email)).values()) {
    const [first] = ofOne as [TicketRow, ...TicketRow[]];
    await enqueueMail(
      tx,
      {
        key: `${key}:ticket:${first.id}`,
        kind: 'ticket-cancelled',
        recipient: first.email,
        orderId: first.orderId,
        content: cancelledMail(mailLook(shop, shopUrl), ofOne, reason, shop),
      },
      now,
    );
  }
}

function cancelledMail(
  look: MailLook,
  tickets: readonly TicketRow[],
  reason: string,
  { public: facts }: Shop,
): MailContent {
  const { language } = look;
  const { text, countText } = language;
  return composeMail(look, {
    subject: text('Cancelled: {name}', { name: tickets[0]!.frozen.name }),
    preheader: text('The ticket you have is no longer valid.'),
    title: countText(tickets.length, {
      one: 'Your ticket was cancelled',
      other: 'Your {count} tickets were cancelled',
    }),
    reason: text('You are receiving this email because a ticket was registered to this address.'),
    parts: [
      ...(reason === '' ? [] : [{ kind: 'paragraph', text: reason } as const]),
      ...tickets.map((ticket) => {
        const words = [ticket.fullName, ...fullWhenAndWhere(language, datedTicket(ticket, { hasPlace: true }), facts)];
        return { kind: 'paragraph', text: [{ strong: ticket.frozen.name }, ` · ${words.join(' · ')}`] } as const;
      }),
      {
        kind: 'notice',
        tone: 'warn',
        text: countText(tickets.length, {
          one: 'It is no longer valid and will be refused at the entrance.',
          other: 'They are no longer valid and will be refused at the entrance.',
        }),
      },
      { kind: 'paragraph', text: text('We have told the buyer about the refund.') },
    ],
  });
}
