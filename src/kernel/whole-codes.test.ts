import { expect, test } from 'vitest';
import { isAccountNumber, wholeCodes, wholeDates } from './whole-codes.ts';

const marked = (html: string) => wholeCodes(html, (code) => `[${code}]`);

test.each([
  ['Order SLK-2H9C4T is paid.', 'Order [SLK-2H9C4T] is paid.'],
  ['Refund SLK-2H9C4T-R1', 'Refund [SLK-2H9C4T-R1]'],
  ['invoice 2026-00042, CN-2026-00003', 'invoice [2026-00042], [CN-2026-00003]'],
  ['to NL91 ABNA 0417 1643 00, reference SLK-7Q4M-2', 'to [NL91 ABNA 0417 1643 00], reference [SLK-7Q4M-2]'],
  ['to DE89 3704 0044 0532 0130 00 by Friday', 'to [DE89 3704 0044 0532 0130 00] by Friday'],
  ['<a href="/portal/orders/SLK-2H9C4T">SLK-2H9C4T</a>', '<a href="/portal/orders/SLK-2H9C4T">[SLK-2H9C4T]</a>'],
])('in %s each code is found whole, and none in a tag', (html, expected) => {
  expect(marked(html)).toBe(expected);
});

test.each(['Under-16 Pass, four days', 'A well-known e-mail', '198.50 – 200', 'EUR 1 000', '&amp;'])(
  'no code is found in %s',
  (text) => {
    expect(marked(text)).toBe(text);
  },
);

test.each([
  ['last on 30 March', 'last on [30 March]'],
  ['Thursday 22 – Sunday 25 July 2027, from 12:00', 'Thursday 22 – Sunday [25 July 2027], from 12:00'],
  ['22–25 July', '[22–25 July]'],
  ['am 30. März 2027', 'am [30. März 2027]'],
  ['do 30. ožujka 2027.', 'do [30. ožujka 2027.]'],
  ['<b title="30 March">30 March</b>', '<b title="30 March">[30 March]</b>'],
  ['€48.00 today, 3 × €48.00, 4399 ZZ Noorderzand', '€48.00 today, 3 × €48.00, 4399 ZZ Noorderzand'],
])('in %s each date is found whole', (html, expected) => {
  expect(wholeDates(html, (date) => `[${date}]`)).toBe(expected);
});

test('a hyphenated code is not mistaken for an account number', () => {
  expect(isAccountNumber('NL85 LARK 0123 4567 89')).toBe(true);
  expect(isAccountNumber('SLK-2H9C4T-1')).toBe(false);
});
