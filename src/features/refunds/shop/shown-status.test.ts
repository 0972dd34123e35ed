import { expect, test } from 'vitest';
import { refundStatus } from './shown-status.ts';

test('given a refund that is neither requested nor completed nor cancelled, then it is processing', () => {
  expect(refundStatus('problem', {}).label).toBe('Processing');
  expect(refundStatus('active', {}).label).toBe('Requested');
  expect(refundStatus('processed', {}).label).toBe('Completed');
});
