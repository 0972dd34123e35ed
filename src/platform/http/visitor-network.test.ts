import { expect, test } from 'vitest';
import { visitorNetworks } from './visitor-network.ts';

const networkOf = visitorNetworks(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '::ffff:10.1.2.3',
  '192.0.2.7',
  '2001:db8:5::1',
  '',
])('%s, which is this machine or a proxy, is not counted as a visitor’s', (address) =>
  expect(networkOf(address)).toBeNull(),
);

test.each([
  ['192.0.2.8', '192.0.2.8'],
  ['::ffff:198.51.100.1', '198.51.100.1'],
  ['2001:db9:1:2:3::4', '2001:db9:1:2::/64'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));
