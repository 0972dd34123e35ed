import { expect, test } from 'vitest';
import { transferCodes } from './transfer-codes.ts';

const transfer = { amount: 7_600, code: 'SLK-2H9C4T' };
const shop = (iban: string | null, currency = 'EUR') => ({
  currency,
  currencyDigits: 2,
  operator: { address: ['Riva 1', '21000 Split'] },
  ...(iban ? { shopPaymentBankTransferAccount: { payee: 'Sandlark', iban, bic: null } } : {}),
});
const standards = (iban: string | null, currency?: string) =>
  transferCodes(shop(iban, currency), transfer).map(({ standard, draws }) => `${standard} as ${draws}`);

test('a Croatian account has the Croatian code before the European one; others have only the latter', () => {
  expect(standards('HR1210010051863000160')).toEqual(['hub3 as pdf417', 'epc as qr']);
  expect(standards('NL85LARK0123456789')).toEqual(['epc as qr']);
});

test('without an account or in another currency there is no code', () => {
  expect(standards(null)).toEqual([]);
  expect(standards('HR1210010051863000160', 'CHF')).toEqual([]);
});
