import type { Language } from '#kernel/language.ts';

/** About 2 MB of attachments, which every mail server accepts. */
export const TICKETS_OF_A_MAIL = 20;

/** The tickets of one mail; `from` and `to` are their positions among all tickets sent together, from 1. */
export interface MailedTickets<Ticket> {
  readonly tickets: readonly Ticket[];
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

/** Splits tickets into mails, in their order. */
export function ticketsByMail<Ticket>(all: readonly Ticket[]): MailedTickets<Ticket>[] {
  const mails = Math.ceil(all.length / TICKETS_OF_A_MAIL);
  return Array.from({ length: mails }, (_, index) => {
    const before = index * TICKETS_OF_A_MAIL;
    const tickets = all.slice(before, before + TICKETS_OF_A_MAIL);
    return { tickets, from: before + 1, to: before + tickets.length, total: all.length };
  });
}

/** The sentence in the only or first mail with tickets. */
export function attachedText({ countText, text }: Language, total: number): string {
  if (total <= TICKETS_OF_A_MAIL) {
    return countText(total, {
      one: 'Your ticket is attached to this email.',
      other: 'Your tickets are attached to this email.',
    });
  }
  return text('Tickets 1 to {to} of {total} are attached to this email. We will send the others in separate emails.', {
    to: TICKETS_OF_A_MAIL,
    total,
  });
}
