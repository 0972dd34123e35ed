import { describe, expect, test } from 'vitest';
import { type ArrivedRequest, isFromThisMachine, isLoopbackAddress, isLoopbackName } from './loopback.ts';

const local: ArrivedRequest = {
  peer: '127.0.0.1',
  host: 'localhost:3000',
  httpVersion: '1.1',
  headers: { accept: '*/*' },
};

test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isLoopbackAddress(address)).toBe(true);
});

test.each(['', '10.0.0.1', '192.168.1.5', '::', '0.0.0.0', 'fe80::1', '::ffff:10.0.0.1', 'localhost'])(
  'the address "%s" is not this machine',
  (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  },
);

test.each(['localhost', 'LOCALHOST:3000', 'shop.localhost', '127.0.0.1:80', '[::1]', '[::1]:3000', '::1'])(
  '%s names this machine',
  (host) => {
    expect(isLoopbackName(host)).toBe(true);
  },
);

test.each([
  '',
  'tickets.example.org',
  'localhost.example.org',
  '127.0.0.1.example.org',
  'notlocalhost',
  '[fe80::1]:80',
])('the name "%s" may be another machine', (host) => {
  expect(isLoopbackName(host)).toBe(false);
});

describe('a request from this machine', () => {
  test('has a loopback peer, a loopback name and no trace of a proxy', () => {
    expect(isFromThisMachine(local)).toBe(true);
    expect(isFromThisMachine({ ...local, peer: '::1', host: '[::1]:3000' })).toBe(true);
  });

  test.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
  ])('does not have the header %s', (name) => {
    expect(isFromThisMachine({ ...local, headers: { [name]: '127.0.0.1' } })).toBe(false);
  });

  test.each<[string, Partial<ArrivedRequest>]>([
    ['a peer elsewhere', { peer: '192.0.2.7' }],
    ['a name that a proxy passed on', { host: 'tickets.example.org' }],
    ['the version that a proxy speaks by default', { httpVersion: '1.0' }],
  ])('does not have %s', (_, change) => {
    expect(isFromThisMachine({ ...local, ...change })).toBe(false);
  });
});
