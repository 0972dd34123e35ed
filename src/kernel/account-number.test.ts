import { expect, test } from 'vitest';
import { electronicNumber, printedNumber } from './account-number.ts';

test('an account number is stored without spaces and punctuation and printed in groups of four', () => {
  expect(electronicNumber('Nl91.abna 04')).toBe('NL91ABNA04');
  expect(printedNumber('nl91abna0417164300')).toBe('NL91 ABNA 0417 1643 00');
});
