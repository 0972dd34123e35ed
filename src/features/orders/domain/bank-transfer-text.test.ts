import { expect, test } from 'vitest';
import { bankTransferHtml, transferTemplate } from './bank-transfer-text.ts';

const texts = {
  bankTransferHtml: '<p>{{amount}} as {{code}}. We keep your order for 7 days.</p>',
  bankTransferInstalmentHtml: '<p>{{amount}} as {{ code }}.</p>',
};

test('a later instalment of a plan has its own text, if the operator has one', () => {
  expect(transferTemplate(texts, { isLaterInstalment: true })).toBe(texts.bankTransferInstalmentHtml);
  expect(transferTemplate(texts, { isLaterInstalment: false })).toBe(texts.bankTransferHtml);
  expect(transferTemplate({ bankTransferHtml: 'one' }, { isLaterInstalment: true })).toBe('one');
  expect(transferTemplate({ ...texts, bankTransferInstalmentHtml: '' }, { isLaterInstalment: true })).toBe(
    texts.bankTransferHtml,
  );
});

test('amount and code are inserted as plain text', () => {
  const html = bankTransferHtml(texts.bankTransferInstalmentHtml, { amount: '€48.00', code: '<b>' });
  expect(html).toBe('<p>€48.00 as &#60;b&#62;.</p>');
});
