import { expect, test } from 'vitest';
import { type BooksFacts, booksContent } from './books-content.ts';

const facts: BooksFacts = {
  ...{ month: '2026-11', shopName: 'Sandlark', timezone: 'Europe/Amsterdam', currency: 'EUR', currencyDigits: 2 },
  ...{ journal: [], balances: [], documents: [], hasPdfs: true },
  openItems: [{ account: 'customer', item: 'SLK-AAAAAA', amount: 100 }],
};

const invoice = {
  ...{ code: 'invoice-2026-00001', series: 'invoice', at: new Date('2026-11-20T10:00:00Z'), order: 'SLK-AAAAAA' },
  ...{ corrects: null, country: '', rate: 900, net: 100, tax: 9 },
};

const readmeOf = (some: Partial<BooksFacts> = {}) => booksContent({ ...facts, ...some })['README.txt']!;

test('the README of the books counts one of a thing as one', () => {
  expect(readmeOf()).toMatch(/ 1 item$/m);
  expect(readmeOf({ documents: [invoice] })).toContain(' 1 document, net ');
  expect(readmeOf({ documents: [invoice, { ...invoice, code: 'invoice-2026-00002' }] })).toContain(
    ' 2 documents, net ',
  );
});

test('the README of the books names the folder of documents only if there are documents', () => {
  expect(readmeOf()).not.toContain('documents/');
  expect(readmeOf({ documents: [invoice] })).toContain('documents/      the same documents as PDF');
  expect(readmeOf({ documents: [invoice], hasPdfs: false })).toContain('documents/      is missing');
});
