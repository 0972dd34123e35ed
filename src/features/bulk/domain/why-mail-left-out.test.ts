import { expect, test } from 'vitest';
import { type MailToChoose, whyMailLeftOut } from './why-mail-left-out.ts';

const mail: MailToChoose = { status: 'sent', isAboutOrder: true, hasText: true };

test('a sent mail about an order can be sent again while its text exists', () => {
  expect(whyMailLeftOut('mails-again', mail)).toBeNull();
  expect(whyMailLeftOut('mails-again', { ...mail, hasText: false })).toBe('wiped');
  expect(whyMailLeftOut('mails-again', { ...mail, status: 'waiting' })).toBe('not_sent');
  expect(whyMailLeftOut('mails-again', { ...mail, isAboutOrder: false })).toBe('account');
});

test('any mail that was given up can be retried while its text exists', () => {
  const failed = { ...mail, status: 'failed', isAboutOrder: false } as const;
  expect(whyMailLeftOut('mails-retry', failed)).toBeNull();
  expect(whyMailLeftOut('mails-retry', { ...failed, hasText: false })).toBe('wiped');
  expect(whyMailLeftOut('mails-retry', { ...failed, status: 'sent' })).toBe('not_failed');
});
