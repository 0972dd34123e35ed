import assert from 'node:assert/strict';
import { test } from 'vitest';
import { FRESH_PERMISSIONS, PERMISSIONS } from './domain/permissions.ts';
import { officeContracts } from './testing.ts';

const contracts = await officeContracts();

test('every call of the office names a permission, or says why it needs none', () => {
  assert.ok(contracts.length >= 30);
  for (const { name, needs } of contracts) {
    if ('permission' in needs) assert.ok(PERMISSIONS.includes(needs.permission), name);
    else assert.match(needs.none, /^[A-Z].{10,}\.$/, name);
  }
});

test('every call says whether it needs a fresh proof, and sensitive changes need one', () => {
  for (const { name, needs, fresh, changes } of contracts) {
    assert.equal(typeof fresh, 'boolean', name);
    if (changes && 'permission' in needs && FRESH_PERMISSIONS.has(needs.permission)) assert.ok(fresh, name);
  }
});

test('names are hyphenated words and unique', () => {
  const names = contracts.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
});
