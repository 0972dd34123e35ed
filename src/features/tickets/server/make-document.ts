import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import type { ShopFiles } from '#platform/files/shop-files.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { admissionWindow } from '../domain/admission-window.ts';
import { nameRule } from '../domain/ticket-flags.ts';
import type { DocumentRow } from './document-store.ts';
import { shopPicture } from './shop-pictures.ts';
import { type TicketShop, ticketPdf } from './ticket-document.ts';
import { ticketKey } from './ticket-keys.ts';
import { signTicket, ticketIdOf } from './ticket-signature.ts';

export interface DocumentParts {
  readonly db: Db;
  loadShop(): Promise<Shop>;
  readonly secretKey: Buffer;
  readonly files: Pick<ShopFiles, 'read'>;
}

/** Draws a ticket's document. The caller has checked that it may be downloaded. */
export async function makeDocument(
  { loadShop, secretKey, files }: Omit<DocumentParts, 'db'>,
  row: DocumentRow,
): Promise<Buffer> {
  const shop = await loadShop();
  const { text } = languageOfShop(shop.public);
  const { frozen } = row;
  const itemFormat = shop.public.imageFormats.at(-1) ?? 'jpg';
  return ticketPdf({
    code: row.code,
    qrText: qrText(row, secretKey),
    orderCode: row.orderCode,
    place: { number: row.number, of: row.numberOf },
    product: frozen.name,
    typeLabel: shop.public.productTypes[frozen.type] ?? text('Ticket'),
    fullName: row.fullName,
    ageLabel: row.age === null ? null : (shop.public.ageRanges[row.age] ?? row.age),
    event: eventOf(row),
    gate: { entrance: row.entrance, times: row.gateTimes, bring: row.bring },
    nameRule: nameRule(row, frozen),
    travelTime: row.travelTime,
    meetingPoint: row.meetingPoint,
    timezone: frozen.timezone,
    picture: frozen.image ? await shopPicture(files, frozen.image, `-500x500.${itemFormat}`) : null,
    shop: await shopOf(shop, files),
    issuedAt: row.issuedAt,
  });
}

export function qrText(
  row: Pick<
    DocumentRow,
    'code' | 'itemId' | 'departureId' | 'generation' | 'eventStartsAt' | 'eventEndsAt' | 'travelTime'
  >,
  secretKey: Buffer,
): string {
  const { itemId, departureId, generation } = row;
  const payload = { ticketId: ticketIdOf(row.code), itemId, departureId, generation, ...admissionWindow(row) };
  return signTicket(payload, ticketKey(secretKey));
}

function eventOf(row: DocumentRow) {
  if (!row.eventName || !row.eventStartsAt || !row.eventEndsAt) return null;
  return {
    name: row.eventName,
    startsAt: row.eventStartsAt,
    endsAt: row.eventEndsAt,
    timezone: row.eventTimezone ?? row.frozen.timezone,
    venue: row.eventVenue ?? '',
    address: row.eventAddress ?? '',
  };
}

async function shopOf({ public: config }: Shop, files: DocumentParts['files']): Promise<TicketShop> {
  const { logo } = config;
  const picture = logo && (await shopPicture(files, logo.url, `@2x.${logo.formats.at(-1)}`));
  return {
    name: config.name,
    locale: config.locale,
    operator: config.operator,
    logo: logo && picture ? { picture, width: logo.width, height: logo.height } : null,
    brandColor: config.theme.brandColor,
    accentColor: config.theme.accentColor,
  };
}
