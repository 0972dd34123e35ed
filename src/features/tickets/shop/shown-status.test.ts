import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { itemStatus } from './shown-status.ts';

test('a pending ticket is shown as pending payment, unless it is in a refund', () => {
  const language = ENGLISH;
  expect(itemStatus(language, { status: 'active', pending: true }, { active: 'Active' })).toEqual({
    tone: 'warn',
    label: 'Pending payment',
  });
  expect(itemStatus(language, { status: 'refund', pending: true }, { refund: 'Requested' })).toEqual({
    tone: 'info',
    label: 'Requested',
  });
});
