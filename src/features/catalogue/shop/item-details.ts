import { type DateSettings, formatDate, formatTravelTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import type { Fact } from '#ui/fact-list.tsx';
import type { ShopItem } from '../contract.ts';
import { type CategoryLabels, categoryLabel } from './category-label.ts';

/** Dates are days in the item's time zone. */
export function itemDetails(language: Language, item: ShopItem, config: CategoryLabels & DateSettings): Fact[] {
  const { text } = language;
  const isTicket = item.shop_item_type === 'tickets';
  const details: (Fact | null)[] = [
    { label: text('Category'), value: categoryLabel(item, config) },
    travelTime(language, item, config),
    item.meeting_point ? { label: text('Meeting point'), value: item.meeting_point } : null,
    item.limit_per_order > 0 ? { label: text('Limit per order'), value: String(item.limit_per_order) } : null,
    { label: text('Refundable'), value: refundable(language, item, config) },
    isTicket ? { label: text('Name changes'), value: nameChanges(language, item, config) } : null,
    isTicket
      ? { label: text('Email changes'), value: item.allow_email_changes ? text('Allowed') : text('Not allowed') }
      : null,
  ];
  return details.filter((detail) => detail !== null);
}

/** Selectable times have their own list. */
function travelTime({ text }: Language, item: ShopItem, shop: DateSettings): Fact | null {
  if (item.travel_time_type !== 'fixed' || item.travel_time === null) return null;
  return {
    label: text('Transport time'),
    value: formatTravelTime(item.travel_time, item.timezone, shop, { year: true }),
  };
}

const inZoneOf = (item: ShopItem, { locale }: DateSettings): DateSettings => ({ locale, timezone: item.timezone });

function refundable({ text }: Language, item: ShopItem, shop: DateSettings): string {
  if (!item.is_refundable) return text('No');
  const from = item.allow_refund_requests_from && formatDate(item.allow_refund_requests_from, inZoneOf(item, shop));
  const until = item.allow_refund_requests_until && formatDate(item.allow_refund_requests_until, inZoneOf(item, shop));
  if (from && until) return text('Yes, from {from} until {until}', { from, until });
  if (from) return text('Yes, from {from}', { from });
  return until ? text('Yes, until {until}', { until }) : text('Yes');
}

function nameChanges({ text }: Language, item: ShopItem, shop: DateSettings): string {
  if (!item.allow_name_changes || item.name_change_limit === 0) return text('Not allowed');
  const limit = item.name_change_limit;
  const count = limit === null ? text('Unlimited') : text('Up to {limit}', { limit });
  const until = item.allow_name_changes_until && formatDate(item.allow_name_changes_until, inZoneOf(item, shop));
  return until ? text('{count}, until {until}', { count, until }) : count;
}
