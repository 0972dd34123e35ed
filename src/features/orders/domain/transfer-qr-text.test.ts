import { describe, expect, test } from 'vitest';
import { transferQrText } from './transfer-qr-text.ts';

const account = { payee: 'Stichting Sandlark', iban: 'NL85LARK0123456789', bic: null };
const transfer = { amount: 14_400, reference: 'SLK-7Q4M-2' };
const euros = { currency: 'EUR', currencyDigits: 2 };

test('the code has payee, account, amount and reference on the lines that the standard requires', () => {
  expect(transferQrText(account, transfer, euros)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Stichting Sandlark',
    'NL85LARK0123456789',
    'EUR144.00',
    '',
    'RF29SLK7Q4M2',
  ]);
  expect(transferQrText({ ...account, bic: 'LARKNL2A' }, transfer, euros)?.split('\n')[4]).toBe('LARKNL2A');
});

test('a code with a structured reference has the form of the standard’s example', () => {
  const festival = { payee: 'Island Festival d.o.o.', iban: 'HR1210010051863000160', bic: null };
  expect(transferQrText(festival, { amount: 2_575, reference: 'SLK-2H9C4T-1' }, euros)).toBe(
    'BCD\n002\n1\nSCT\n\nIsland Festival d.o.o.\nHR1210010051863000160\nEUR25.75\n\nRF25SLK2H9C4T1',
  );
});

test('a payee longer than the standard allows is cut', () => {
  const payee = 'x'.repeat(80);
  expect(transferQrText({ ...account, payee }, transfer, euros)?.split('\n')[5]).toHaveLength(70);
});

test('a payee is not cut inside a character', () => {
  const payee = `${'x'.repeat(69)}🎪 and friends`;
  expect(transferQrText({ ...account, payee }, transfer, euros)?.split('\n')[5]).toBe(`${'x'.repeat(69)}🎪`);
});

describe('there is no code', () => {
  const none: [string, Parameters<typeof transferQrText>][] = [
    ['in another currency', [account, transfer, { currency: 'HUF', currencyDigits: 0 }]],
    [
      'for an account outside the euro payments area',
      [{ ...account, iban: 'TR330006100519786457841326' }, transfer, euros],
    ],
    [
      'for an account outside the economic area without a BIC',
      [{ ...account, iban: 'GB29NWBK60161331926819' }, transfer, euros],
    ],
    ['for an amount of 0', [account, { ...transfer, amount: 0 }, euros]],
    ['above the limit of the standard', [account, { ...transfer, amount: 100_000_000_000 }, euros]],
  ];
  test.each(none)('%s', (_, facts) => expect(transferQrText(...facts)).toBeNull());

  test('except for an account in Britain, if its BIC is given', () => {
    const british = { ...account, iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' };
    expect(transferQrText(british, transfer, euros)).toContain('NWBKGB2L');
  });
});
