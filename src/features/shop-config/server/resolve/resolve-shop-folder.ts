import type { ImportedEvent } from '#features/catalogue/server/public.ts';
import type { ImportedVoucher } from '#features/vouchers/server/public.ts';
import type { CalendarDate } from '../../domain/day-zero.ts';
import { currencyDigits } from '../../domain/decimal-money.ts';
import type { Mistake } from '../folder/mistake.ts';
import type { ShopFolder } from '../folder/read-shop-folder.ts';
import type { LoadedFont } from '../fonts/load-font.ts';
import type { PictureSet } from '../images/picture-set.ts';
import type { StoredConfig } from '../shop-state-store.ts';
import { resolveConfig } from './resolve-config.ts';
import { resolveFonts } from './resolve-fonts.ts';
import { type ResolvedItem, resolveItem } from './resolve-item.ts';
import { resolvePictures } from './resolve-pictures.ts';
import { resolveTax } from './resolve-tax.ts';
import { type Resolving, refuseDuplicates, startResolving } from './resolving.ts';

/** A shop in the form in which the database stores it. */
export interface ResolvedShop {
  readonly config: StoredConfig;
  readonly events: readonly ImportedEvent[];
  readonly items: readonly ResolvedItem[];
  readonly vouchers: readonly ImportedVoucher[];
  readonly pictures: readonly PictureSet[];
  readonly fonts: readonly LoadedFont[];
}

/** Resolves dates, amounts, references, texts and pictures. If there is a mistake, the result must not be stored. */
export async function resolveShopFolder(
  folder: ShopFolder,
  zero: CalendarDate,
): Promise<{ shop: ResolvedShop; mistakes: Mistake[]; warnings: Mistake[] }> {
  const { value } = folder.shop;
  const resolving = startResolving({
    zero,
    locale: value.locale,
    timezone: value.timezone,
    currencyDigits: value.currency_digits ?? currencyDigits(value.currency),
  });
  const pictures = await resolvePictures(folder, resolving);
  const fonts = await resolveFonts(folder, resolving);
  const events = resolveEvents(folder, resolving);
  const eventTimezones = new Map(events.map((event) => [event.code, event.timezone]));
  const shopTax = {
    tickets: resolveTax(folder.shop, ['tax', 'tickets'], value.tax.tickets, value, resolving),
    merchandise: resolveTax(folder.shop, ['tax', 'merchandise'], value.tax.merchandise, value, resolving),
  };
  const ageKeys = folder.shop.yaml.keysAt(['age_ranges']);
  const items = folder.items.map((entry) =>
    resolveItem(
      entry,
      { shop: value, shopTax, ageKeys, eventTimezones, images: pictures.ofItem.get(entry) ?? [] },
      resolving,
    ),
  );
  refuseDuplicates(
    resolving,
    // File systems that ignore case would mix up the pictures, and people the addresses.
    folder.items.map((entry) => ({ entry, path: ['external_code'], value: entry.value.external_code.toLowerCase() })),
    (code) => `the item ${code}`,
  );
  const config = {
    ...resolveConfig(folder, { pictures, fonts, tax: shopTax }, resolving),
    eventCodes: events.map((event) => event.code),
  };
  const vouchers = resolveVouchers(folder, resolving);
  return {
    shop: {
      config,
      events,
      items,
      vouchers,
      pictures: pictures.sets,
      fonts: [fonts.heading, fonts.body].filter((font) => font !== null),
    },
    mistakes: resolving.mistakes,
    warnings: resolving.warnings,
  };
}

function resolveEvents({ events }: ShopFolder, resolving: Resolving): ImportedEvent[] {
  refuseDuplicates(
    resolving,
    events.map((entry) => ({ entry, path: ['code'], value: entry.value.code })),
    (code) => `the event ${code}`,
  );
  return events.map((entry) => {
    const { value: event } = entry;
    const textOf = (name: 'entrance' | 'gate_times' | 'bring'): string | null => {
      const written = event[name];
      return written === undefined ? null : resolving.text(entry, [name], written);
    };
    const timezone = event.timezone ?? resolving.timezone;
    const startsAt = resolving.instant(entry, ['starts'], event.starts, 'start', timezone);
    const endsAt = resolving.instant(entry, ['ends'], event.ends, 'end', timezone);
    if (endsAt < startsAt) resolving.addMistake(entry, ['ends'], 'is before starts');
    return {
      code: event.code,
      name: resolving.text(entry, ['name'], event.name),
      startsAt,
      endsAt,
      timezone,
      venue: resolving.text(entry, ['venue'], event.venue),
      address: resolving.text(entry, ['address'], event.address),
      entrance: textOf('entrance'),
      gateTimes: textOf('gate_times'),
      bring: textOf('bring'),
    };
  });
}

function resolveVouchers({ vouchers }: ShopFolder, resolving: Resolving): ImportedVoucher[] {
  refuseDuplicates(
    resolving,
    vouchers.map((entry) => ({ entry, path: ['code'], value: entry.value.code.toUpperCase() })),
    (code) => `the voucher ${code}`,
  );
  return vouchers.map((entry) => {
    const { value: voucher } = entry;
    const moment = (name: 'valid_from' | 'valid_until', edge: 'start' | 'end'): Date | null =>
      voucher[name] === undefined ? null : resolving.instant(entry, [name], voucher[name], edge);
    const validFrom = moment('valid_from', 'start');
    const validUntil = moment('valid_until', 'end');
    if (validFrom && validUntil && validUntil <= validFrom) {
      resolving.addMistake(entry, ['valid_until'], 'is before valid_from');
    }
    const amount = resolving.money(entry, ['amount'], voucher.amount);
    if (Number(voucher.amount) === 0) resolving.addMistake(entry, ['amount'], 'must be above 0');
    return {
      code: voucher.code,
      name: resolving.text(entry, ['name'], voucher.name),
      amount,
      validFrom,
      validUntil,
      usesLimit: voucher.uses === 'unlimited' ? null : voucher.uses,
    };
  });
}
