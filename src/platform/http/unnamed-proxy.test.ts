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
  'a proxy at %s that is not configured causes one warning',
  (peer) => {
    const { proxies, warnings } = watch();
    proxies.check(peer, { accept: '*/*' });
    expect(proxies.seen).toBeNull();
    proxies.check(peer, forwarded);
    proxies.check('10.9.9.9', forwarded);
    expect([proxies.seen, warnings]).toEqual([peer, [peer]]);
  },
);

test('a configured proxy causes no warning', () => {
  const { proxies, warnings } = watch(['10.1.2.3']);
  proxies.check('10.1.2.3', forwarded);
  expect([proxies.seen, warnings]).toEqual([null, []]);
});

test('a visitor from elsewhere who sets the header causes no warning', () => {
  const { proxies } = watch();
  proxies.check('198.51.100.4', forwarded);
  expect(proxies.seen).toBeNull();
});
