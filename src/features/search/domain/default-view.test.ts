import { expect, test } from 'vitest';
import { type DefaultView, defaultViewOf, rolesOfList } from './default-view.ts';

const waiting: DefaultView = { role: 'support', built_in: 'waiting', saved: null };
const ours: DefaultView = { role: 'finance', built_in: null, saved: 4 };

test('a list opens with the view of the person’s role', () => {
  expect(defaultViewOf([waiting, ours], ['support'])).toBe(waiting);
  expect(defaultViewOf([waiting, ours], ['manager'])).toBeNull();
});

test('for somebody with several roles, the first role that has a view decides', () => {
  expect(defaultViewOf([waiting, ours], ['support', 'finance'])).toBe(ours);
  expect(defaultViewOf([waiting], ['support', 'finance'])).toBe(waiting);
});

test('only roles that can open a list can have a default view of it', () => {
  expect(rolesOfList('/money/receipts')).toEqual(['owner', 'finance']);
  expect(rolesOfList('/orders')).not.toContain('viewer');
});
