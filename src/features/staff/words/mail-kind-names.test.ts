import { expect, test } from 'vitest';
import { MAIL_KINDS } from '#platform/mail/mail-kinds.ts';
import { mailKindNames } from './mail-kind-names.ts';

test('every kind of mail has a name in the office', () => {
  expect(Object.keys(mailKindNames).sort()).toEqual([...MAIL_KINDS].sort());
});
