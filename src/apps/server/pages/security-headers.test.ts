import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addSecurityHeaders, contentSecurityPolicy, referrerPolicy } from './security-headers.ts';

const options = { isHttps: true, gatewayOrigins: ['https://pay.example.org'] };
const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]));

test('without additions of the operator, the policy allows only the shop itself and one inline script, by its hash', () => {
  const policy = directives(contentSecurityPolicy(options));
  expect(policy['default-src']).toEqual(["'none'"]);
  expect(policy['script-src']).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
  expect(policy['style-src']).toEqual(["'self'"]);
  expect(policy['form-action']).toEqual(["'self'", 'https://pay.example.org']);
  expect(JSON.stringify(policy)).not.toContain('unsafe');
});

test('fonts from elsewhere add only their origin', () => {
  const policy = directives(
    contentSecurityPolicy(options, { fontStylesheet: 'https://fonts.example.org/a.css?b', trackingPixelId: null }),
  );
  expect(policy['style-src']).toEqual(["'self'", 'https://fonts.example.org']);
  expect(policy['frame-src']).toBeUndefined();
});

test('with a pixel, pages may contain a frame of the shop, but the vendor’s script cannot run in them', () => {
  const policy = contentSecurityPolicy(options, { fontStylesheet: null, trackingPixelId: '1' });
  expect(directives(policy)['frame-src']).toEqual(["'self'"]);
  expect(policy).not.toContain('facebook');
});

test.each([
  ['/reset-password/a@b.org/token', 'no-referrer'],
  ['/payment-plan-payment/A/b/c', 'no-referrer'],
  ['/login-link', 'no-referrer'],
  ['/confirm-email', 'no-referrer'],
  ['/download-ticket/a@b.org/code', 'no-referrer'],
  ['/tickets', 'strict-origin-when-cross-origin'],
  ['/login', 'strict-origin-when-cross-origin'],
])('the referrer policy of %s is %s', (pathname, policy) => {
  expect(referrerPolicy(pathname)).toBe(policy);
});

test('every answer, even an error, has the headers; HSTS only if the shop is behind https', async () => {
  for (const isHttps of [true, false]) {
    const app = Fastify();
    addSecurityHeaders(app, { ...options, isHttps });
    app.get('/broken', async () => {
      throw new Error('broken');
    });
    for (const url of ['/broken', '/nowhere']) {
      const { headers } = await app.inject(url);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect('strict-transport-security' in headers).toBe(isHttps);
    }
    await app.close();
  }
});
