import assert from 'node:assert/strict';
import { test } from 'vitest';
import { whyNotChangeSignIn, whyNotGive } from './staff-rules.ts';

const owner = { id: 1, roles: ['owner'] as const };
const manager = { id: 2, roles: ['manager'] as const };

test('everybody needs at least one role', () => {
  assert.deepEqual(whyNotGive(owner, { id: 3, before: ['door'], after: [] }), { kind: 'no_role' });
  assert.deepEqual(whyNotGive(null, { id: null, before: [], after: [] }), { kind: 'no_role' });
});

test('nobody changes their own roles, not even to fewer', () => {
  assert.deepEqual(whyNotGive(owner, { id: 1, before: ['owner'], after: ['owner', 'door'] }), { kind: 'own_roles' });
  assert.deepEqual(whyNotGive(manager, { id: 2, before: ['manager'], after: ['door'] }), { kind: 'own_roles' });
});

test('nobody can give or take away a role that allows more than their own', () => {
  const refusal = { kind: 'role_not_yours', role: 'finance' };
  assert.deepEqual(whyNotGive(manager, { id: 3, before: [], after: ['finance'] }), refusal);
  assert.deepEqual(whyNotGive(manager, { id: 3, before: ['finance', 'door'], after: ['door'] }), refusal);
  assert.equal(whyNotGive(manager, { id: 3, before: ['finance'], after: ['finance', 'door'] }), null);
  assert.equal(whyNotGive(owner, { id: 3, before: [], after: ['finance'] }), null);
});

test('nobody changes the sign-in of somebody with more rights', () => {
  assert.deepEqual(whyNotChangeSignIn(manager, { id: 1, roles: ['owner'] }), { kind: 'role_not_yours', role: 'owner' });
  assert.deepEqual(whyNotChangeSignIn(owner, { id: 1, roles: ['owner'] }), { kind: 'own_roles' });
  assert.equal(whyNotChangeSignIn(owner, { id: 2, roles: ['manager'] }), null);
  assert.equal(whyNotChangeSignIn(null, { id: 1, roles: ['owner'] }), null);
});
