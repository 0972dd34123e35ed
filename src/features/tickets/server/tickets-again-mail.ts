import { type Dated, occasionOf } from '#features/occasions/domain/occasion.ts';
import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import type { DateSettings } from '#kernel/dates.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { printedCode } from '../domain/printed-code.ts';
import { ticketPath } from '../domain/ticket-path.ts';
import type { DocumentRow } from './document-store.ts';

export function ticketsAgainMail(look: MailLook, tickets: readonly DocumentRow[], shop: DateSettings): MailContent {
  const { countText, text } = look.language;
  const count = tickets.length;
  return composeMail(look, {
    subject: countText(
      count,
      { one: 'Your ticket from {shop}', other: 'Your tickets from {shop}' },
      { shop: look.name },
    ),
    preheader: countText(count, { one: 'Your ticket is attached.', other: '{count} tickets are attached.' }),
    title: countText(count, { one: 'Here is your ticket', other: 'Here are your tickets' }),
    reason: text(
      'You are receiving this email because someone asked {shop} to resend the tickets registered to this address. If this was not you, you can ignore this email.',
      { shop: look.name },
    ),
    parts: [
      {
        kind: 'paragraph',
        text: countText(count, {
          one: 'Your ticket is attached to this email. You can also open it here.',
          other: 'Your tickets are attached to this email. You can also open them here.',
        }),
      },
      ...tickets.map((ticket) => ({
        kind: 'ticket' as const,
        title: ticket.frozen.name,
        lines: [
          ticket.fullName,
          ...fullWhenAndWhere(look.language, datedDocument(ticket), shop),
          text('Order {code}', { code: ticket.orderCode }),
        ],
        code: printedCode(ticket.code),
        link: { label: text('Download (PDF)'), url: `${look.shopUrl}${ticketPath(ticket.email, ticket.code)}` },
      })),
      {
        kind: 'paragraph',
        text: text('Anyone with a ticket’s link or code can open it, so please keep this email to yourself.'),
      },
      { kind: 'button', label: text('View your orders'), url: `${look.shopUrl}/portal` },
    ],
  });
}

function datedDocument(ticket: DocumentRow): Dated {
  const { eventStartsAt, eventEndsAt, eventTimezone, eventVenue, frozen } = ticket;
  const event =
    eventStartsAt && eventEndsAt
      ? {
          starts_at: eventStartsAt.toISOString(),
          ends_at: eventEndsAt.toISOString(),
          timezone: eventTimezone ?? frozen.timezone,
          venue: eventVenue ?? '',
        }
      : null;
  return {
    // The query has already chosen the times of the part of the event that the ticket is for.
    occasion: occasionOf({ travelTimeType: frozen.travelTimeType }, event),
    travel_time: ticket.travelTime?.toISOString() ?? null,
    timezone: frozen.timezone,
    meeting_point: ticket.meetingPoint ?? undefined,
  };
}
