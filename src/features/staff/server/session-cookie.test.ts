import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sessionCookie, tokenIn } from './session-cookie.ts';

const TOKEN = 'a'.repeat(43);

test('scripts and other sites never receive the cookie, and behind https its name binds it to the host', () => {
  assert.equal(sessionCookie(TOKEN, true), `__Host-office=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Secure`);
  assert.equal(sessionCookie(TOKEN, false), `office=${TOKEN}; Path=/; HttpOnly; SameSite=Strict`);
  assert.match(sessionCookie(null, true), /^__Host-office=; .*Secure; Max-Age=0$/);
});

test('a token is read only from a single cookie with the right name and form', () => {
  assert.equal(tokenIn(`theme=dark; __Host-office=${TOKEN}`, true), TOKEN);
  assert.equal(tokenIn(`office=${TOKEN}`, true), null);
  assert.equal(tokenIn(`__Host-office=${TOKEN}`, false), null);
  assert.equal(tokenIn(`office=${TOKEN}; office=${'b'.repeat(43)}`, false), null);
  for (const header of [undefined, '', 'office', 'office=', 'office=short', `office=${TOKEN}!`])
    assert.equal(tokenIn(header, false), null);
});
