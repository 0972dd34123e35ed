import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sessionCookie, tokenIn } from './session-cookie.ts';

const TOKEN = 'a'.repeat(43);
const HTTPS = { isHttps: true };
const PLAIN = { isHttps: false };

test('the cookie is for neither scripts nor other sites, and bound to its host behind https', () => {
  assert.equal(sessionCookie(TOKEN, HTTPS), `__Host-office=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Secure`);
  assert.equal(sessionCookie(TOKEN, PLAIN), `office=${TOKEN}; Path=/; HttpOnly; SameSite=Strict`);
  assert.match(sessionCookie(null, HTTPS), /^__Host-office=; .*Secure; Max-Age=0$/);
});

test('a token is read only from a single cookie with the right name and form', () => {
  assert.equal(tokenIn(`theme=dark; __Host-office=${TOKEN}`, HTTPS), TOKEN);
  assert.equal(tokenIn(`office=${TOKEN}`, HTTPS), null);
  assert.equal(tokenIn(`__Host-office=${TOKEN}`, PLAIN), null);
  assert.equal(tokenIn(`office=${TOKEN}; office=${'b'.repeat(43)}`, PLAIN), null);
  for (const header of [undefined, '', 'office', 'office=', 'office=short', `office=${TOKEN}!`])
    assert.equal(tokenIn(header, PLAIN), null);
});
