import { expect, test } from 'vitest';
import { changesOf } from './audit-changes.ts';

test('what changed is shown with its value before and after', () => {
  expect(changesOf({ before: { roles: ['support'] }, after: { roles: ['support', 'finance'] } })).toEqual([
    { name: 'roles', before: 'support', after: 'support, finance' },
  ]);
});

test('a value that was not there before, or is gone, is a dash', () => {
  expect(changesOf({ before: { email: null }, after: {} })).toEqual([{ name: 'email', before: '–', after: '–' }]);
});

test('other facts are shown as they are, and nested ones as JSON', () => {
  expect(changesOf({ order: 'SLK-1', sum: 9600, parts: { fee: 1 } })).toEqual([
    { name: 'order', after: 'SLK-1' },
    { name: 'sum', after: '9600' },
    { name: 'parts', after: '{"fee":1}' },
  ]);
});
