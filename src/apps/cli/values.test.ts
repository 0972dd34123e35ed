import { describe, expect, test } from 'vitest';
import type { Shop } from '#features/shop-config/server/public.ts';
import { UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { amountOf, dayText, momentOf, momentText, moneyText, numberText, reasonText } from './values.ts';

const shop = (currency: string, currencyDigits: number, timezone = 'Europe/Amsterdam') =>
  ({ public: { currency, currencyDigits, locale: 'en-GB', timezone } }) as Shop;

test.each([
  ['AC04', 'the account is closed (AC04)'],
  ['insufficient_funds', 'insufficient funds'],
  ['a note\u001b[2J', 'a note [2J'],
])('the reason %s is explained as in the office, without control characters', (reason, explained) => {
  expect(reasonText(reason)).toBe(explained);
});

test.each([
  ['BT 2026/11', null, 'BT 2026/11'],
  ['camt:NL85LARK0123456789:2026-11-19:7600:BANKREF000005', null, 'BANKREF000005'],
  [`mt940:1/2:2026-11-19:7600:=${'0'.repeat(32)}`, 'DEP/2', 'DEP/2'],
  [`csv:account:2026-11-19:7600:=${'0'.repeat(32)}`, null, 'line of 2026-11-19 (no number)'],
])('money is named by its number, not by the key of its line: %s', (transaction, bankReference, text) => {
  expect(numberText({ transaction, bankReference })).toBe(text);
});

describe('an amount', () => {
  test.each([
    ['EUR', 2, '48', 4_800],
    ['EUR', 2, '48.5', 4_850],
    ['EUR', 2, '0.01', 1],
    ['JPY', 0, '4800', 4_800],
    ['KWD', 3, '4.805', 4_805],
  ])('in %s with %i digits: %s is exact', (currency, digits, text, minor) => {
    expect(amountOf(text, shop(currency, digits))).toBe(minor);
  });

  test.each([
    ['EUR', 2, '1.005'],
    ['EUR', 2, '1,00'],
    ['EUR', 2, '-1'],
    ['EUR', 2, '1e3'],
    ['EUR', 2, '0.00'],
    ['JPY', 0, '1.0001'],
    ['KWD', 3, '1.0005'],
  ])('in %s with %i digits: %s is refused', (currency, digits, text) => {
    expect(() => amountOf(text, shop(currency, digits))).toThrow(UsageProblem);
  });

  test('is shown with the digits of its currency', () => {
    expect([
      moneyText(4_800, shop('EUR', 2)),
      moneyText(4_800, shop('JPY', 0)),
      moneyText(4_800, shop('KWD', 3)),
    ]).toEqual(['€48.00', 'JP¥4,800', 'KWD 4.800'].map((text) => text.replace(' ', '\u00a0')));
  });
});

describe('a moment', () => {
  const amsterdam = shop('EUR', 2);
  test('is read and shown in the shop’s time zone, also across a clock change', () => {
    expect(momentOf('2027-03-28', '--from', amsterdam).toISOString()).toBe('2027-03-27T23:00:00.000Z');
    expect(momentOf('2027-03-28', '--until', amsterdam, 'end').toISOString()).toBe('2027-03-28T21:59:59.000Z');
    for (const text of ['2027-03-28 13:00', '2027-03-28T13:00'])
      expect(momentOf(text, '--from', amsterdam).toISOString()).toBe('2027-03-28T11:00:00.000Z');
    expect(momentText(new Date('2027-03-28T11:00:00Z'), amsterdam)).toBe('2027-03-28 13:00');
    expect(dayText(new Date('2027-03-28T11:00:00Z'), shop('NZD', 2, 'Pacific/Auckland'))).toBe('2027-03-29');
  });

  test.each(['soon', '2027-02-30', '2027-3-1', '2027-03-01T10:00Z', '2027-03-01 25:00'])('%s is refused', (text) => {
    expect(() => momentOf(text, '--from', amsterdam)).toThrow('--from must be a date');
  });
});

test('columns are aligned, and no text typed by others moves the cursor', () => {
  expect(
    tableText(
      [
        ['a', '1', 'x'],
        ['Žofie', '12', ''],
      ],
      [1],
    ),
  ).toBe('a       1  x\nŽofie  12');
  expect(plain('Ada\u001b[31m\nLove\u202elace')).toBe('Ada [31m Love lace');
});
