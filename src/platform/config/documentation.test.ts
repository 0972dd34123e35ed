import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'vitest';
import { readConfig } from './config.ts';

/** The folder is only named, never created. */
const DEVELOPMENT = { DATA_DIR: '/tmp/foyer-config-documented', SECRET_KEY: '0123456789abcdef'.repeat(4) };

const documented = (file: string): string[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (`[A-Z][^|]*) \|/.exec(line)?.[1]?.match(/[A-Z][A-Z_]+/g) ?? []);

/** Returns the variables that are read in this environment. */
function namesRead(env: Record<string, string>): string[] {
  const names = new Set<string>();
  const recorded = new Proxy(env, {
    get(target, name) {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(target, name);
    },
  });
  readConfig(recorded, '/project', { createsMissing: false });
  return [...names];
}

test('the operations page lists every variable that is read', () => {
  const proof = { ...DEVELOPMENT, CHALLENGE: 'proof-of-work' };
  const page = {
    ...DEVELOPMENT,
    CHALLENGE: 'page',
    CHALLENGE_PAGE_URL: 'https://example.org/challenge',
    CHALLENGE_PAGE_SECRET: '0123456789abcdef'.repeat(4),
  };
  // The page names `PAYMENT_GATEWAY` next to its successor.
  const listed = ['PAYMENT_GATEWAY', ...documented('docs/operations.md')];
  const missing = [proof, page].flatMap(namesRead).filter((name) => !listed.includes(name));
  assert.deepEqual(missing, []);
});

test('the README lists only variables of the operations page, including those for trying the shop', () => {
  const listed = documented('docs/operations.md');
  const inReadme = documented('README.md');
  assert.deepEqual(
    inReadme.filter((name) => !listed.includes(name)),
    [],
  );
  for (const name of ['PORT', 'SHOP_URL', 'DATA_DIR', 'SHOP_FOLDER', 'DEMO_ORDERS'])
    assert.ok(inReadme.includes(name), name);
});
