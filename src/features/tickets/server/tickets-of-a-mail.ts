import { paths } from '#features/shop-config/domain/paths.ts';
import type { Language } from '#kernel/language.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';

/** About 2 MB of attachments, which every mail server accepts. */
export const MAX_TICKETS_PER_MAIL = 20;

/** The tickets of one mail; `from` and `to` are their positions among all tickets sent together, from 1. */
export interface MailedTickets<Ticket> {
  readonly tickets: readonly Ticket[];
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

const mailsFor = (total: number): number => Math.ceil(total / MAX_TICKETS_PER_MAIL);

/** Spread evenly, so that no ticket is sent alone. */
const ticketsPerMail = (total: number): number => Math.ceil(total / mailsFor(total));

/** Splits tickets into mails, in their order. */
export function ticketsByMail<Ticket>(all: readonly Ticket[]): MailedTickets<Ticket>[] {
  const perMail = ticketsPerMail(all.length);
  return Array.from({ length: mailsFor(all.length) }, (_, index) => {
    const before = index * perMail;
    const tickets = all.slice(before, before + perMail);
    return { tickets, from: before + 1, to: before + tickets.length, total: all.length };
  });
}

/** The sentence in the only or first mail with tickets. */
export function attachedText({ countText, text }: Language, total: number): string {
  if (total <= MAX_TICKETS_PER_MAIL) {
    return countText(total, {
      one: 'Your ticket is attached to this email.',
      other: 'Your tickets are attached to this email.',
    });
  }
  return text('Tickets 1 to {to} of {total} are attached to this email. We will send the others in separate emails.', {
    to: ticketsPerMail(total),
    total,
  });
}

/** The main button of a mail with tickets. */
export const showTicketsButton = (
  { countText }: Language,
  { shopUrl, order, count }: { shopUrl: string; order: string; count: number },
): MailPart => ({
  kind: 'button',
  label: countText(count, { one: 'Show your ticket', other: 'Show your tickets' }),
  url: shopUrl + paths.showTickets(order),
});
