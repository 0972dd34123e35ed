import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import { zoneCity } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { readable } from '#platform/mail/colors.ts';
import { drawInTurn } from '#platform/pdf/draw-in-turn.ts';
import { createTaggedPdf, type TaggedPdf } from '#platform/pdf/tagged-pdf.ts';
import { fitText } from '#platform/pdf/text-layout.ts';
import { printedCode } from '../domain/printed-code.ts';
import { MEETING_MINUTES, printedMeetingTime, printedMoment } from '../domain/printed-times.ts';
import type { NameRule } from '../domain/ticket-flags.ts';
import { drawCard, INK, INK_2, INK_3, PAPER, PICTURE_WIDTH } from './ticket-card.ts';
import { drawGateFacts } from './ticket-gate-facts.ts';
import { drawQrCode, QR_WIDTH } from './ticket-qr-code.ts';
import { type Column, Stack } from './ticket-text-stack.ts';

/** Pictures are the bytes of a PNG or JPEG. */
export interface TicketDocument {
  readonly code: string;
  /** The signed text of the QR code. */
  readonly qrText: string;
  readonly orderCode: string;
  /** Its number, from 1, among the tickets that were bought and are held together. */
  readonly place: { readonly number: number; readonly of: number };
  readonly product: string;
  /** The operator's label for this type of ticket. */
  readonly typeLabel: string;
  readonly fullName: string;
  readonly ageLabel: string | null;
  readonly event: {
    readonly name: string;
    readonly startsAt: Date;
    readonly endsAt: Date;
    readonly timezone: string;
    readonly venue: string;
    readonly address: string;
  } | null;
  /** The operator's notes about the gate; null where there are none. */
  readonly gate: { readonly entrance: string | null; readonly times: string | null; readonly bring: string | null };
  readonly nameRule: NameRule;
  readonly travelTime: Date | null;
  readonly meetingPoint: string | null;
  /** For the travel time. */
  readonly timezone: string;
  readonly picture: Buffer | null;
  readonly shop: TicketShop;
  readonly issuedAt: Date;
}

export interface TicketShop {
  readonly name: string;
  /** BCP 47, for dates. */
  readonly locale: string;
  readonly operator: { readonly name: string; readonly email: string; readonly address: readonly string[] };
  readonly logo: { readonly picture: Buffer; readonly width: number; readonly height: number } | null;
  readonly brandColor: string | null;
  readonly accentColor: string | null;
}

// Points; an A4 page is 595 by 842.
const MARGIN = 42;
const HEADER_HEIGHT = 40;
const PADDING = 24;
/** Smaller than other padding, because the code includes its quiet zone. */
const QR_PADDING = 8;

const DEFAULT_BRAND = '#0b5d66';
const DEFAULT_ACCENT = '#ffb84d';

/** The ticket on an A4 page, as PDF/UA with embedded fonts, in the shop's language with dates in its locale. */
export const ticketPdf = (ticket: TicketDocument): Promise<Buffer> => drawInTurn(() => drawTicket(ticket));

function drawTicket(ticket: TicketDocument): Promise<Buffer> {
  const language = languageOfShop(ticket.shop);
  const { tag, text } = language;
  const { shop } = ticket;
  const pdf = createTaggedPdf({
    title: `${ticket.product}, ${ticket.fullName} · ${shop.name}`,
    language: tag,
    author: shop.operator.name,
    subject: text('Ticket {code}', { code: ticket.code }),
    createdAt: ticket.issuedAt,
  });
  const brand = shop.brandColor ?? DEFAULT_BRAND;
  const colors = { brandText: readable(brand, PAPER, INK), brand, accent: shop.accentColor ?? DEFAULT_ACCENT };
  const left = MARGIN;
  const width = pdf.pageWidth - 2 * MARGIN;
  const top = MARGIN + HEADER_HEIGHT + 20;

  const about = aboutTexts(ticket, colors.brandText, {
    x: left + PICTURE_WIDTH + PADDING,
    y: top + PADDING,
    width: width - PICTURE_WIDTH - 2 * PADDING,
  });
  const perforation = Math.max(top + PICTURE_WIDTH, about.bottom + PADDING);
  const holder = holderTexts(ticket, {
    x: left + QR_PADDING + QR_WIDTH + QR_PADDING,
    y: perforation + PADDING,
    width: width - QR_WIDTH - 2 * QR_PADDING - PADDING,
  });
  const bottom = Math.max(perforation + 2 * QR_PADDING + QR_WIDTH, holder.bottom + PADDING);
  const card = { left, top, right: left + width, bottom, perforation };

  drawHeader(pdf, ticket, colors.brandText);
  drawCard(pdf, card, colors, ticket.picture);
  for (const [tag, ...texts] of [...about.blocks, ...holder.blocks]) pdf.text(tag, ...texts);
  drawQrCode(language, pdf, ticket, left + QR_PADDING, perforation + QR_PADDING);
  drawGateFacts(pdf, ticket, { x: MARGIN, y: bottom + 20, width });
  return pdf.finish();
}

function aboutTexts(ticket: TicketDocument, brandText: string, column: Column): Stack {
  const language = languageOfShop(ticket.shop);
  const { text } = language;
  const { event, shop, travelTime, timezone } = ticket;
  const { width } = column;
  const stack = new Stack(column);
  const strong = { font: 'strong', lineHeight: 1.3 } as const;
  const plain = { font: 'text', lineHeight: 1.35 } as const;
  stack.add('P', 0, { layout: fitText(ticket.typeLabel, strong, [10.5], width, 1), color: brandText });
  stack.add('H1', 2, {
    layout: fitText(ticket.product, { font: 'display', lineHeight: 1.1 }, [25, 22, 19, 16, 13], width, 3),
    color: INK,
  });
  if (event) {
    const { startsAt, endsAt, timezone: zone, venue } = event;
    const occasion = { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString(), timezone: zone, venue };
    const days = fullWhenAndWhere(language, { occasion }, { locale: shop.locale, timezone: zone })[0]!;
    stack.add(
      'P',
      10,
      { layout: fitText(event.name, strong, [12.5, 11], width, 2), color: INK },
      // A journey has its own day, below.
      ...(travelTime ? [] : [{ layout: fitText(days, plain, [10.5], width, 2), color: INK_2 }]),
      {
        layout: fitText([event.venue, event.address].filter(Boolean).join(', '), plain, [10.5, 9.5, 8.5], width, 2),
        color: INK_2,
      },
    );
  }
  if (travelTime) {
    const meeting = printedMeetingTime(travelTime, timezone, shop.locale);
    stack.add(
      'P',
      12,
      { layout: fitText(text('Departure'), strong, [9.5], width, 1), color: INK_3 },
      { layout: fitText(printedMoment(travelTime, timezone, shop.locale), strong, [14, 12.5], width, 2), color: INK },
      {
        layout: fitText(
          text('{zone}. Be at the meeting point by {time}, {minutes} minutes before travel.', {
            zone: zoneName(language, timezone),
            time: meeting,
            minutes: MEETING_MINUTES,
          }),
          plain,
          [10.5],
          width,
          3,
        ),
        color: INK_2,
      },
      ...(ticket.meetingPoint
        ? [
            {
              layout: fitText(
                text('Meeting point: {place}', { place: ticket.meetingPoint }),
                strong,
                [10.5, 9.5],
                width,
                3,
              ),
              color: INK,
            },
          ]
        : []),
    );
  }
  return stack;
}

/** The zone by its city: `Amsterdam time`; `UTC` has none. */
function zoneName({ text }: Language, timezone: string): string {
  return timezone.includes('/') ? text('{city} time', { city: zoneCity(timezone) }) : timezone;
}

function holderTexts(ticket: TicketDocument, column: Column): Stack {
  const { text } = languageOfShop(ticket.shop);
  const { width } = column;
  const stack = new Stack(column);
  const label = (words: string) => ({ layout: fitText(words, { font: 'strong' }, [9.5], width, 1), color: INK_3 });
  const value = (words: string) => ({ layout: fitText(words, { font: 'text' }, [12], width, 2), color: INK });
  stack.add('P', 0, label(holderLabel(ticket)), {
    layout: fitText(ticket.fullName, { font: 'display', lineHeight: 1.15 }, [22, 18, 15, 12], width, 4),
    color: INK,
  });
  if (ticket.ageLabel) stack.add('P', 8, label(text('Age')), value(ticket.ageLabel));
  stack.add('P', 8, label(text('Order')), value(ticket.orderCode));
  stack.add('P', 8, label(text('Ticket code')), {
    layout: fitText(printedCode(ticket.code), { font: 'strong', spacing: 0.8 }, [12, 10.5, 9], width, 1),
    color: INK,
  });
  stack.add('P', 12, {
    layout: fitText(
      text('Show this ticket on your phone or on paper. The QR code admits one person, once.'),
      { font: 'text', lineHeight: 1.4 },
      [9.5],
      width,
      5,
    ),
    color: INK_2,
  });
  return stack;
}

function holderLabel({ place, shop }: TicketDocument): string {
  const { text } = languageOfShop(shop);
  if (place.of < 2) return text('Ticket holder');
  return text('Ticket holder · {number} of {count}', { number: place.number, count: place.of });
}

function drawHeader(pdf: TaggedPdf, { shop }: TicketDocument, color: string): void {
  const { text } = languageOfShop(shop);
  const y = MARGIN;
  let x = MARGIN;
  if (shop.logo) {
    const { picture, width, height } = shop.logo;
    const scale = Math.min(HEADER_HEIGHT / height, 200 / width);
    const box = [x, y, x + width * scale, y + height * scale] as const;
    pdf.figure(text('{shop} logo', { shop: shop.name }), box, (doc) =>
      doc.image(picture, x, y, { width: width * scale, height: height * scale }),
    );
    // A wide logo includes the name.
    if (width > 2 * height) return;
    x = box[2] + 14;
  }
  const name = fitText(shop.name, { font: 'display' }, [18, 14, 11], pdf.pageWidth - MARGIN - x, 1);
  pdf.text('P', { layout: name, x, y: y + (HEADER_HEIGHT - name.height) / 2, color });
}
