import { expect, test } from 'vitest';
import { type Change, moveOf } from './route-change.ts';

const at = (pathname: string, rest: Partial<Change['to']> = {}) => ({ pathname, hash: '', state: null, ...rest });

const change = (changes: Partial<Change>): Change => ({
  from: at('/tickets'),
  to: at('/merchandise'),
  navigation: 'PUSH',
  remembered: undefined,
  ...changes,
});

test('given a new page, then reading starts at its top, even after a redirect', () => {
  expect(moveOf(change({}))).toBe('top');
  expect(moveOf(change({ navigation: 'REPLACE' }))).toBe('top');
});

test('given Back or Forward, then reading continues at the old place, or at the top of a page that was never seen', () => {
  expect(moveOf(change({ navigation: 'POP', remembered: 640 }))).toEqual({ restore: 640 });
  expect(moveOf(change({ navigation: 'POP' }))).toEqual({ restore: 0 });
});

test('given a filter of the same listing, then the scroll position stays', () => {
  expect(moveOf(change({ to: at('/tickets'), navigation: 'REPLACE' }))).toBe('stay');
  expect(moveOf(change({ to: at('/tickets', { state: { keepPlace: true } }) }))).toBe('stay');
});

test('given a link to the current page, then reading starts again at the top', () => {
  expect(moveOf(change({ to: at('/tickets') }))).toBe('top');
});

test('given a link within the page, then the browser scrolls and the application does not', () => {
  expect(moveOf(change({ to: at('/tickets', { hash: '#terms' }) }))).toBe('stay');
});
