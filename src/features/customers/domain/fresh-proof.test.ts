import { expect, test } from 'vitest';
import { needsFreshProof } from './fresh-proof.ts';

const login = { provedAt: new Date('2026-11-20T12:00:00Z') };

test.each([
  ['2026-11-20T12:00:00Z', false],
  ['2026-11-20T12:15:00Z', false],
  ['2026-11-20T12:15:00.001Z', true],
  ['2026-12-20T12:00:00Z', true],
])('after a login at noon, a fresh proof is needed at %s: %s', (now, isNeeded) => {
  expect(needsFreshProof(login, new Date(now))).toBe(isNeeded);
});
