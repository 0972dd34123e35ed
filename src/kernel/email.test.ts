import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailKey, isEmailAddress, mailboxKey } from './email.ts';

describe('an email address', () => {
  test.each([
    'a@b.c',
    'mila.okonkwo+shop@example.org',
    "o'neil@mail.example.co.uk",
    'jörg@bücher.example',
    'mailto@example.org',
  ])('is %s', (address) => expect(isEmailAddress(address)).toBe(true));

  test.each([
    '',
    'a',
    '@b.c',
    'a@',
    'a@b',
    'a@.',
    'a@b.',
    'a@.c',
    'a b@c.d',
    'a@b c.d',
    'a@b@c.d',
    'a@b.c@d',
    'mailto:a@b.c',
    'MAILTO:a@b.c',
    'a@b.c,d@e.f',
    'a@b.c;d@e.f',
    'Mila <a@b.c>',
    'a@b.c\r\nBcc: d@e.f',
    'a\u0000@b.c',
    'a\u202e@b.c',
    `${'x'.repeat(250)}@b.cd`,
  ])('is not %j', (text) => expect(isEmailAddress(text)).toBe(false));

  test('never contains characters that separate addresses or header lines, whatever is typed', () => {
    const part = fc.string({ unit: fc.constantFrom(...'aé.,;:<>"\\ @\r\n\t\u0000\u202e') });
    fc.assert(
      fc.property(part, part, part, (before, host, top) => {
        const text = `${before}@${host}.${top}`;
        if (isEmailAddress(text)) expect(text).toMatch(/^[aé.]+@[aé.]+$/);
      }),
    );
  });

  test('is compared without case and in one Unicode form', () => {
    expect(emailKey(' Jo\u0308rg@Example.ORG ')).toBe(emailKey('J\u00d6RG@example.org'));
    expect(emailKey('a@b.c')).not.toBe(emailKey('a.@b.c'));
  });
});

describe('the mailbox of an address', () => {
  test.each([
    'mila@example.org',
    ' Mila@Example.ORG ',
    'mi.l.a@example.org',
    'mila+shop@example.org',
    'm.ila+a+b.c@example.org',
    'ｍila@example.org',
    'mila@example.org.',
  ])('is the same for %s', (address) => {
    expect(mailboxKey(address)).toBe('mila@example.org');
  });

  test.each(['milo@example.org', 'mila@example.com', 'mila@shop.example.org'])('is different for %s', (address) => {
    expect(mailboxKey(address)).not.toBe('mila@example.org');
  });

  test('is never empty before its domain', () => {
    expect(mailboxKey('+tag@example.org')).toBe('+tag@example.org');
    expect(mailboxKey('..@example.org')).toBe('..@example.org');
  });
});
