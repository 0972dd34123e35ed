import { expect, test } from 'vitest';
import { needsApproval, transferFileState, whyNotApprove, whyNotCancel } from './transfer-file.ts';

const at = new Date('2026-11-23T10:00:00Z');
const waiting = { needsApproval: true, approvedAt: null, cancelledAt: null, madeBy: 1 };
const ready = { ...waiting, approvedAt: at };

test('a file needs a second person above the limit, not at it, and never without a limit', () => {
  expect([100_001, 100_000, 1].map((total) => needsApproval(total, 100_000))).toEqual([true, false, false]);
  expect(needsApproval(1, 0)).toBe(true);
  expect(needsApproval(1_000_000_000, null)).toBe(false);
});

test('a file that needs a second person waits for approval, and a cancelled file stays cancelled', () => {
  expect(transferFileState(waiting)).toBe('waits_for_approval');
  expect(transferFileState(ready)).toBe('ready');
  expect(transferFileState({ ...waiting, needsApproval: false })).toBe('ready');
  expect(transferFileState({ ...ready, cancelledAt: at })).toBe('cancelled');
});

test('the person who made a file cannot approve it, and a file is approved only once', () => {
  expect(whyNotApprove(waiting, 2)).toBeNull();
  expect(whyNotApprove(waiting, 1)).toEqual({ kind: 'same_person' });
  expect(whyNotApprove(ready, 2)).toEqual({ kind: 'not_waiting' });
  expect(whyNotApprove({ ...waiting, cancelledAt: at }, 2)).toEqual({ kind: 'not_waiting' });
});

test('a file is cancelled once, and only before the bank has paid or returned any of its credits', () => {
  const credits = (...states: ('in_file' | 'paid' | 'returned')[]) => states.map((state) => ({ state }));
  expect(whyNotCancel(waiting, credits('in_file', 'in_file'))).toBeNull();
  expect(whyNotCancel(ready, credits('in_file'))).toBeNull();
  expect(whyNotCancel(ready, credits('in_file', 'paid'))).toEqual({ kind: 'bank_has_it' });
  expect(whyNotCancel(ready, credits('returned'))).toEqual({ kind: 'bank_has_it' });
  expect(whyNotCancel({ ...ready, cancelledAt: at }, credits('in_file'))).toEqual({ kind: 'cancelled_before' });
});
