import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { refundStatus } from './shown-status.ts';

test('a refund that is neither requested nor completed nor cancelled is shown as processing', () => {
  const language = ENGLISH;
  expect(refundStatus(language, 'problem', {}).label).toBe('Processing');
  expect(refundStatus(language, 'active', {}).label).toBe('Requested');
  expect(refundStatus(language, 'processed', {}).label).toBe('Completed');
});
