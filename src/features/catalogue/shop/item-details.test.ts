import { expect, test } from 'vitest';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { ENGLISH } from '#kernel/language.ts';
import type { ShopItem } from '../contract.ts';
import { itemDetails } from './item-details.ts';

const config = {
  locale: 'en',
  timezone: 'Europe/Amsterdam',
  productTypes: { ticket: 'Ticket', transport: 'Coach' },
  merchandiseTypes: { print: 'Poster' },
} as unknown as PublicConfig;

const pass = {
  shop_item_type: 'tickets',
  type: 'ticket',
  limit_per_order: 0,
  is_refundable: false,
  allow_refund_requests_from: null,
  allow_refund_requests_until: null,
  allow_name_changes: false,
  allow_name_changes_until: null,
  name_change_limit: null,
  allow_email_changes: false,
  travel_time_type: null,
  travel_time: null,
  travel_times: [],
  timezone: 'Europe/Amsterdam',
} as unknown as ShopItem;

const detail = (label: string, changes: Partial<ShopItem> = {}) => {
  const language = ENGLISH;
  return itemDetails(language, { ...pass, ...changes }, config).find((fact) => fact.label === label)?.value;
};

test('the meeting point is shown', () => {
  expect(detail('Meeting point')).toBeUndefined();
  expect(detail('Meeting point', { meeting_point: 'Sloterdijk, bay 4' })).toBe('Sloterdijk, bay 4');
});

test('no limit is shown without a limit per order', () => {
  expect(detail('Limit per order')).toBeUndefined();
  expect(detail('Limit per order', { limit_per_order: 6 })).toBe('6');
});

test('refund dates are shown as days in the item’s time zone', () => {
  const until = '2027-06-22T22:30:00Z';
  expect(detail('Refundable')).toBe('No');
  expect(detail('Refundable', { is_refundable: true })).toBe('Yes');
  expect(detail('Refundable', { is_refundable: true, allow_refund_requests_until: until })).toBe(
    'Yes, until 23 June 2027',
  );
  expect(
    detail('Refundable', { is_refundable: true, allow_refund_requests_until: until, timezone: 'America/New_York' }),
  ).toBe('Yes, until 22 June 2027');
});

test('name changes are shown with their limit and last day, or as unlimited', () => {
  const until = '2027-07-20T12:00:00Z';
  expect(detail('Name changes')).toBe('Not allowed');
  expect(detail('Name changes', { allow_name_changes: true, name_change_limit: 0 })).toBe('Not allowed');
  expect(detail('Name changes', { allow_name_changes: true, name_change_limit: 3 })).toBe('Up to 3');
  expect(detail('Name changes', { allow_name_changes: true, allow_name_changes_until: until })).toBe(
    'Unlimited, until 20 July 2027',
  );
});

test('a fixed travel time is shown; selectable times are left to the list of departures', () => {
  const fixed = { travel_time_type: 'fixed', travel_time: '2027-07-22T08:15:00Z' } as const;
  expect(detail('Transport time', fixed)).toBe('Thu 22 July 2027, 10:15');
  const times = [{ id: '1', travel_time: '2027-07-22T08:15:00Z', remaining: 1 }];
  expect(detail('Transport time', { travel_time_type: 'selectable', travel_times: times })).toBeUndefined();
  expect(detail('Transport time')).toBeUndefined();
});

test('the details of merchandise do not mention names and emails', () => {
  const poster = { shop_item_type: 'merchandise', type: 'print' } as const;
  expect(detail('Category', poster)).toBe('Poster');
  expect(detail('Name changes', poster)).toBeUndefined();
  expect(detail('Email changes', poster)).toBeUndefined();
});
