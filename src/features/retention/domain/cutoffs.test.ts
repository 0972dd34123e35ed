import { expect, test } from 'vitest';
import { cutoffs } from './cutoffs.ts';
import { defaultRetention } from './retention.ts';

const at = (iso: string, changes: Partial<typeof defaultRetention> = {}, timezone = 'UTC') =>
  cutoffs({ ...defaultRetention, ...changes }, new Date(iso), timezone);

test('each kind of data has its cutoff by the default settings', () => {
  expect(at('2027-08-15T10:00:00Z')).toEqual({
    mails: new Date('2027-05-17T10:00:00Z'),
    attempts: new Date('2027-08-14T10:00:00Z'),
    payments: new Date('2027-05-17T10:00:00Z'),
    refunds: new Date('2027-05-17T10:00:00Z'),
    holders: new Date('2026-08-15T10:00:00Z'),
    invoices: new Date('2017-01-01T00:00:00Z'),
  });
});

test('the cutoff in a shorter month is its last day', () => {
  expect(at('2028-02-29T08:00:00Z').holders).toEqual(new Date('2027-02-28T08:00:00Z'));
  expect(at('2027-05-31T08:00:00Z', { holderMonths: 3 }).holders).toEqual(new Date('2027-02-28T08:00:00Z'));
});

test('with ten years, an invoice of 2026 is kept through 2036', () => {
  const [first, last] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-12-31T23:59:59Z')];
  const kept = at('2036-12-31T23:59:59Z').invoices!;
  expect([first >= kept, last >= kept]).toEqual([true, true]);
  const ended = at('2037-01-01T00:00:00Z').invoices!;
  expect([first < ended, last < ended]).toEqual([true, true]);
});

test('the year of an invoice is that of the shop’s time zone', () => {
  const first = new Date('2026-12-31T23:30:00Z');
  expect(first >= at('2037-06-01T12:00:00Z', {}, 'Europe/Amsterdam').invoices!).toBe(true);
  expect(first >= at('2037-12-31T22:59:59Z', {}, 'Europe/Amsterdam').invoices!).toBe(true);
  expect(first < at('2037-12-31T23:00:00Z', {}, 'Europe/Amsterdam').invoices!).toBe(true);
});

test('"never" has no cutoff', () => {
  const never = { mailDays: null, paymentDays: null, holderMonths: null, invoiceYears: null };
  expect(at('2027-08-15T10:00:00Z', never)).toMatchObject({
    mails: null,
    payments: null,
    holders: null,
    invoices: null,
  });
});
