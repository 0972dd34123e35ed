import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent } from '#platform/mail/mail-content.ts';
import type { MailLook } from '#platform/mail/mail-look.ts';
import { printedCode } from '../domain/printed-code.ts';
import { printedMoment } from '../domain/printed-times.ts';
import { ticketPath } from '../domain/ticket-path.ts';
import type { DocumentRow } from './document-store.ts';

/** The tickets that somebody asked for again, attached and as links. */
export function ticketsAgainMail(look: MailLook, tickets: readonly DocumentRow[], locale: string): MailContent {
  const isOne = tickets.length === 1;
  return composeMail(look, {
    subject: `Your ${isOne ? 'ticket' : 'tickets'} from ${look.name}`,
    preheader: `${isOne ? 'Your ticket is' : `${tickets.length} tickets are`} attached.`,
    title: isOne ? 'Here is your ticket' : 'Here are your tickets',
    reason: `You get this mail because somebody asked at ${look.name} to mail the tickets of this address again. If that was not you, you need not do anything.`,
    parts: [
      {
        kind: 'paragraph',
        text: isOne
          ? 'Your ticket is attached to this mail. You can also open it here.'
          : 'Your tickets are attached to this mail. You can also open them here.',
      },
      ...tickets.map((ticket) => ({
        kind: 'ticket' as const,
        title: ticket.frozen.name,
        lines: [
          ticket.fullName,
          ...(ticket.travelTime ? [printedMoment(ticket.travelTime, ticket.frozen.timezone, locale)] : []),
          `Order ${ticket.orderCode}`,
        ],
        code: printedCode(ticket.code),
        link: { label: 'Download (PDF)', url: `${look.shopUrl}${ticketPath(ticket.email, ticket.code)}` },
      })),
      {
        kind: 'paragraph',
        text: 'Whoever has a ticket’s link or code can open it, so please keep this mail to yourself.',
      },
      { kind: 'button', label: 'See your orders', url: `${look.shopUrl}/portal` },
    ],
  });
}
