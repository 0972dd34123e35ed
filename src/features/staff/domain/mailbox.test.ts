import { expect, test } from 'vitest';
import { readMailbox } from './mailbox.ts';

test.each([
  ['Ana Maric <ana@example.org>', 'Ana Maric', 'ana@example.org'],
  ['  "Ana  Maric"<ana@example.org> ', 'Ana Maric', 'ana@example.org'],
  ['Ana Maric ana@example.org', 'Ana Maric', 'ana@example.org'],
  ['O’Neill, Ana <ana@example.org>', 'O’Neill, Ana', 'ana@example.org'],
  ['ana@example.org', '', 'ana@example.org'],
  ['<ana@example.org>', '', 'ana@example.org'],
  ['Ana Maric', 'Ana Maric', ''],
  ['Ana <ana>', 'Ana <ana>', ''],
  ['', '', ''],
])('%j has the name %j and the email address %j', (typed, name, email) => {
  expect(readMailbox(typed)).toEqual({ name, email });
});
