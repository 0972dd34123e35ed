import { expect, test } from 'vitest';
import { transferHub3Text } from './transfer-hub3-text.ts';

const account = { payee: 'Otočni festival d.o.o.', iban: 'HR1210010051863000160' };
const transfer = { amount: 2_575, reference: 'SLK-2H9C4T-1' };
const shop = { currency: 'EUR', currencyDigits: 2, address: ['Riva 1', '21000 Split', 'Hrvatska'] };

test('the code of a Croatian transfer has the fields of the standard, each on its own line', () => {
  expect(transferHub3Text(account, transfer, shop)).toBe(
    [
      ...['HRVHUB30', 'EUR', '000000000002575', '', '', ''],
      ...['Otočni festival d.o.o.', 'Riva 1', '21000 Split', 'HR1210010051863000160'],
      ...['HR99', '', 'OTHR', 'SLK-2H9C4T-1', ''],
    ].join('\n'),
  );
});

test('fields longer than the standard allows are cut, and line breaks cannot add a field', () => {
  const long = { ...account, payee: `${'č'.repeat(30)}\nx` };
  const lines = transferHub3Text(long, transfer, { ...shop, address: ['x'.repeat(40)] })!.split('\n');
  expect([lines[6], lines[7], lines[8]]).toEqual(['č'.repeat(25), 'x'.repeat(25), '']);
  expect(lines).toHaveLength(15);
});

test.each([
  ['an account elsewhere', { ...account, iban: 'SI56192001234567892' }, transfer, shop],
  ['another currency', account, transfer, { ...shop, currency: 'CHF' }],
  ['an amount of 0', account, { ...transfer, amount: 0 }, shop],
])('there is no code for %s', (_, ...facts) => expect(transferHub3Text(...facts)).toBeNull());
