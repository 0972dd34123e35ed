import { isDeepStrictEqual } from 'node:util';
import type { ImportedVoucher } from '#features/vouchers/server/public.ts';
import { momentInFolder } from './export-moments.ts';
import type { ExportedPictures } from './export-pictures.ts';
import type { StoredItem } from './export-store.ts';
import { amountInFolder, stockInFolder, taxInFolder, withoutEmpty } from './export-values.ts';
import type { ShopStateRow } from './shop-state-store.ts';

type Facts = Pick<ShopStateRow, 'config'>;

export async function itemInFolder(
  item: StoredItem,
  { config }: Facts,
  pictures: ExportedPictures,
): Promise<Record<string, unknown>> {
  const { details, timezone } = item;
  const digits = config.public.currencyDigits;
  const moment = (text: string | null, edge: 'start' | 'end') =>
    text === null ? undefined : momentInFolder(new Date(text), timezone, edge);
  const images = await Promise.all(details.images.map((address) => pictures.ofItem(address)));
  const found = images.filter((image) => image !== undefined);
  const usualTimezone = item.eventTimezone ?? config.public.timezone;
  return withoutEmpty({
    external_code: item.externalCode,
    name: item.name,
    type: item.type,
    event: item.eventCode,
    valid:
      details.validFrom && details.validUntil
        ? { from: moment(details.validFrom, 'start'), until: moment(details.validUntil, 'end') }
        : undefined,
    price: amountInFolder(item.price, digits),
    fee: item.fee === 0 ? undefined : amountInFolder(item.fee, digits),
    tax: isTaxedAsUsual(item, config) ? undefined : taxInFolder({ ...item, taxByCountry: details.taxByCountry }),
    stock: stockInFolder(item.stock),
    limit_per_order: item.limitPerOrder === 0 ? undefined : item.limitPerOrder,
    featured: details.isFeatured || undefined,
    force_view: details.forceView || undefined,
    age_options: ageOptions(details.ageOptions, config.public.ageRangeKeys),
    timezone: timezone === usualTimezone ? undefined : timezone,
    travel_time: item.travelTime ? momentInFolder(item.travelTime, timezone, 'start') : undefined,
    travel_times:
      item.travelTimeType === 'selectable'
        ? item.departures.map(({ code, departsAt, stock }) => ({
            code,
            at: momentInFolder(new Date(departsAt), timezone, 'start'),
            stock: stockInFolder(stock),
          }))
        : undefined,
    meeting_point: details.meetingPoint,
    travel_time_changes_until: moment(details.allowTravelTimeChangesUntil, 'end'),
    refunds: details.isRefundable
      ? withoutEmpty({
          from: moment(details.allowRefundRequestsFrom, 'start'),
          until: moment(details.allowRefundRequestsUntil, 'end'),
          fee: item.refundFee === 0 ? undefined : amountInFolder(item.refundFee, digits),
        })
      : undefined,
    name_changes: details.allowNameChanges
      ? withoutEmpty({
          limit: details.nameChangeLimit ?? 'unlimited',
          until: moment(details.allowNameChangesUntil, 'end'),
        })
      : undefined,
    email_changes: details.allowEmailChanges || undefined,
    payment_plan:
      item.paymentPlan.length === 0
        ? undefined
        : item.paymentPlan.map((step) => ({ ...step, amount: amountInFolder(step.amount, digits) })),
    images: found.length === 0 ? undefined : found,
    description: details.description === '' ? undefined : details.description,
  });
}

function isTaxedAsUsual({ kind, taxBasisPoints, details }: StoredItem, { private: own }: Facts['config']): boolean {
  const usual = kind === 'merchandise' ? own.taxByCountry : undefined;
  return taxBasisPoints === own.taxBasisPoints[kind] && isDeepStrictEqual(details.taxByCountry ?? {}, usual ?? {});
}

function ageOptions(options: readonly string[], all: readonly string[]): 'all' | readonly string[] | undefined {
  if (options.length === 0) return undefined;
  return options.length === all.length && options.every((key, index) => key === all[index]) ? 'all' : options;
}

export const eventsInFolder = ({
  events,
  config,
}: Pick<ShopStateRow, 'events' | 'config'>): Record<string, unknown>[] =>
  events.map((event) =>
    withoutEmpty({
      code: event.code,
      name: event.name,
      starts: momentInFolder(new Date(event.startsAt), event.timezone, 'start'),
      ends: momentInFolder(new Date(event.endsAt), event.timezone, 'end'),
      timezone: event.timezone === config.public.timezone ? undefined : event.timezone,
      venue: event.venue,
      address: event.address,
      entrance: event.entrance,
      gate_times: event.gateTimes,
      bring: event.bring,
    }),
  );

export const vouchersInFolder = (vouchers: readonly ImportedVoucher[], { config }: Facts): Record<string, unknown>[] =>
  vouchers.map((voucher) =>
    withoutEmpty({
      code: voucher.code,
      name: voucher.name,
      amount: amountInFolder(voucher.amount, config.public.currencyDigits),
      valid_from: voucher.validFrom && momentInFolder(voucher.validFrom, config.public.timezone, 'start'),
      valid_until: voucher.validUntil && momentInFolder(voucher.validUntil, config.public.timezone, 'end'),
      uses: voucher.usesLimit,
    }),
  );
