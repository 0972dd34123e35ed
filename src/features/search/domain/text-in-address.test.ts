import { expect, test } from 'vitest';
import { mayBeInAddress } from './text-in-address.ts';

test.each(['SLK-7Q4M2X', 'slk-7q4m2x-2', 'SLK-7Q4M2X-R1', '2026-00042'])('the code %s may be in an address', (text) => {
  expect(mayBeInAddress(text)).toBe(true);
});

test.each([
  'rosa@example.org',
  'rosa2-novak@x',
  'Rosa Novak',
  'Anna-Marie',
  'Novak',
  'ABCDEFGHJKMNPQRS2',
  '=198.50',
  '',
])('an email address, a name or a ticket code may never be in an address: %s', (text) =>
  expect(mayBeInAddress(text)).toBe(false),
);
