import { expect, test } from 'vitest';
import { watchForUnnamedProxy } from './unnamed-proxy.ts';

const forwarded = { 'x-forwarded-for': '203.0.113.7' };

function watch(trusted: string[] = []) {
  const warnings: string[] = [];
  const proxies = watchForUnnamedProxy(
    (peer) => trusted.includes(peer),
    (peer) => warnings.push(peer),
  );
  return { proxies, warnings };
}

test.each(['127.0.0.1', '::1', '10.1.2.3', '172.18.0.1', '192.168.1.9', 'fd00::5', '::ffff:10.1.2.3'])(
  'given a proxy at %s that is not configured, then it is reported once',
  (peer) => {
    const { proxies, warnings } = watch();
    proxies.check(peer, { accept: '*/*' });
    expect(proxies.seen).toBeNull();
    proxies.check(peer, forwarded);
    proxies.check('10.9.9.9', forwarded);
    expect([proxies.seen, warnings]).toEqual([peer, [peer]]);
  },
);

test('given a configured proxy, then nothing is reported', () => {
  const { proxies, warnings } = watch(['10.1.2.3']);
  proxies.check('10.1.2.3', forwarded);
  expect([proxies.seen, warnings]).toEqual([null, []]);
});

test('given a visitor from elsewhere who sets the header, then nothing is reported', () => {
  const { proxies } = watch();
  proxies.check('198.51.100.4', forwarded);
  expect(proxies.seen).toBeNull();
});
