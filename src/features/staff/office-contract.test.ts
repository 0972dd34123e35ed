import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import type { OfficeCallContract } from './domain/office-call.ts';
import { FRESH_PERMISSIONS, PERMISSIONS } from './domain/permissions.ts';

const FEATURES = path.resolve(import.meta.dirname, '..');

const files = fs
  .readdirSync(FEATURES)
  .map((feature) => path.join(FEATURES, feature, 'office-contract.ts'))
  .filter((file) => fs.existsSync(file));
const contracts: OfficeCallContract[] = [];
for (const file of files) {
  const parts = Object.values((await import(file)) as object);
  contracts.push(...parts.filter((part): part is OfficeCallContract => typeof part === 'object' && 'needs' in part));
}

test('every call of the office names a permission, or says why it needs none', () => {
  assert.ok(contracts.length >= 30);
  for (const { name, needs } of contracts) {
    if ('permission' in needs) assert.ok(PERMISSIONS.includes(needs.permission), name);
    else assert.match(needs.none, /^[A-Z].{10,}\.$/, name);
  }
});

test('every call says whether it needs a fresh proof, and changes with a serious permission do', () => {
  for (const { name, needs, fresh, changes } of contracts) {
    assert.equal(typeof fresh, 'boolean', name);
    if (changes && 'permission' in needs && FRESH_PERMISSIONS.has(needs.permission)) assert.ok(fresh, name);
  }
});

test('names are words with hyphens and used once', () => {
  const names = contracts.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
});
