import { expect, test } from 'vitest';
import { wholeCodes } from './whole-codes.ts';

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
  '%s has none',
  (text) => {
    expect(marked(text)).toBe(text);
  },
);
