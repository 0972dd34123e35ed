import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'vitest';
import { missingOptional } from './complete-lock.mjs';
import { inProject } from './project.mjs';

const lock = JSON.parse(fs.readFileSync(inProject('package-lock.json'), 'utf8'));

test('the lock file has every optional package, so that npm ci accepts it (otherwise: node tools/set-up/complete-lock.mjs)', () => {
  assert.deepEqual(missingOptional(lock), []);
  assert.ok(Object.keys(lock.packages).length > 100);
});

test('a missing optional package is found', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { b: '1.0.0', c: '1.0.0' } }, 'node_modules/c': {} };
  assert.deepEqual(
    missingOptional({ packages }).map(({ name }) => name),
    ['b'],
  );
});

test('no entry names a registry host', () => {
  for (const [place, entry] of Object.entries<{ resolved?: string }>(lock.packages)) {
    assert.equal(entry.resolved, undefined, place);
  }
});
