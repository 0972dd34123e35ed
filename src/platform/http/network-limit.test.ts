import { expect, test } from 'vitest';
import { createNetworkLimit } from './network-limit.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const MINUTE = { name: 'a flood', windowSeconds: 60 };

test('an address is limited per window and allowed again in the next', () => {
  const limit = createNetworkLimit({ ...MINUTE, attempts: 2 });
  expect([1, 2, 3].map(() => limit.count('192.0.2.7', NOW).allowed)).toEqual([true, true, false]);
  expect(limit.count('192.0.2.7', NOW)).toEqual({ allowed: false, retryAfterSeconds: 60 });
  expect(limit.count('192.0.2.8', NOW).allowed).toBe(true);
  expect(limit.count('192.0.2.7', new Date(NOW.getTime() + 60_000)).allowed).toBe(true);
});

test('loopback addresses are not counted', () => {
  const limit = createNetworkLimit({ ...MINUTE, attempts: 0 });
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((address) => limit.count(address, NOW).allowed)).toEqual([
    true,
    true,
    true,
  ]);
});

test('the addresses of one network are counted together', () => {
  const limit = createNetworkLimit({ ...MINUTE, attempts: 1 });
  expect(limit.count('2001:db8:1:2::9', NOW).allowed).toBe(true);
  expect(limit.count('2001:DB8:1:2:3:4:5:6', NOW).allowed).toBe(false);
});
