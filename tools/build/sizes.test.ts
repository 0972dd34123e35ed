import { expect, test } from 'vitest';
import { type BuiltFiles, budgets, exceeded, officeBudgets, sizesOf } from './sizes.ts';

/** Returns bytes that no compression makes smaller. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  });
}

const build = (changes: Partial<BuiltFiles> = {}): BuiltFiles => ({
  firstScripts: [noise(1_000)],
  lazyScripts: { '/assets/a.js': noise(1_000) },
  stylesheets: [noise(1_000)],
  fonts: [noise(1_000), noise(1_000)],
  ...changes,
});

const tooLarge = (files: BuiltFiles) => exceeded(sizesOf(files)).map(({ what }) => what);

test('in a build within its budgets, nothing is too large', () => {
  expect(tooLarge(build())).toEqual([]);
});

test('scripts that are too large together exceed the budget of the first load', () => {
  const half = noise(budgets.firstScripts / 2 + 1_000);
  expect(tooLarge(build({ firstScripts: [half, half.map((byte) => byte ^ 255)] }))).toEqual([
    'scripts of the first load',
  ]);
});

test('one large script on demand exceeds its budget, however small the others are', () => {
  const lazyScripts = { '/assets/a.js': noise(10), '/assets/b.js': noise(budgets.largestLazyScript + 1_000) };
  expect(tooLarge(build({ lazyScripts }))).toEqual(['largest script on demand']);
});

test('the texts of a language have their own budget', () => {
  const texts = (size: number) => ({ '/assets/a.js': noise(10), '/assets/office-DYA2yp_2.js': noise(size) });
  const files = build({ lazyScripts: texts(officeBudgets.largestLazyScript + 1_000) });
  expect(exceeded(sizesOf(files, officeBudgets))).toEqual([]);
  expect(tooLarge(build({ lazyScripts: texts(budgets.texts + 1_000) }))).toEqual(['texts of one language']);
});

test('a page whose name begins like that of a text file has the budget of a page', () => {
  const lazyScripts = { '/assets/shop-settings-BCnQoETY.js': noise(budgets.largestLazyScript + 1_000) };
  expect(tooLarge(build({ lazyScripts }))).toEqual(['largest script on demand']);
});

test('a third font file exceeds the budget', () => {
  expect(tooLarge(build({ fonts: [noise(1), noise(1), noise(1)] }))).toEqual(['font files']);
});

test('the office has its own budgets', () => {
  const files = build({ firstScripts: [noise(budgets.firstScripts + 1_000)] });
  expect(exceeded(sizesOf(files, officeBudgets))).toEqual([]);
  expect(tooLarge(files)).toEqual(['scripts of the first load']);
});

test('the check fails if there is nothing to measure', () => {
  expect(() => sizesOf(build({ firstScripts: [] }))).toThrow(/nothing|no files/);
});
