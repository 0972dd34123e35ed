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

test('a new page starts at its top, even after a redirect', () => {
  expect(moveOf(change({}))).toBe('top');
  expect(moveOf(change({ navigation: 'REPLACE' }))).toBe('top');
});

test('Back and Forward return to the old position, or to the top of a page that was never seen', () => {
  expect(moveOf(change({ navigation: 'POP', remembered: 640 }))).toEqual({ restore: 640 });
  expect(moveOf(change({ navigation: 'POP' }))).toEqual({ restore: 0 });
});

test('a filter of the same listing keeps the scroll position', () => {
  expect(moveOf(change({ to: at('/tickets'), navigation: 'REPLACE' }))).toBe('stay');
  expect(moveOf(change({ to: at('/tickets', { state: { keepPlace: true } }) }))).toBe('stay');
});

test('a link to the current page starts again at the top', () => {
  expect(moveOf(change({ to: at('/tickets') }))).toBe('top');
});

test('the browser and not the application scrolls to a link within the page', () => {
  expect(moveOf(change({ to: at('/tickets', { hash: '#terms' }) }))).toBe('stay');
});
