import { expect, test } from 'vitest';
import { matching, mostPicked, optionNamed } from './picker-options.ts';

const option = (label: string) => ({ value: label, label });
const options = ['Festival Pass', 'Coach from Amsterdam', 'Coach from Köln', 'Camping pass'].map(option);
const labels = (found: readonly { label: string }[]) => found.map(({ label }) => label);

test('an option matches if it contains every typed word, in any case and without accents', () => {
  expect(labels(matching(options, 'KOLN coach'))).toEqual(['Coach from Köln']);
  expect(labels(matching(options, 'tram'))).toEqual([]);
});

test('options that begin with the typed text come first', () => {
  const passes = [option('Camping pass'), option('Pass for a day'), option('Festival Pass')];
  expect(labels(matching(passes, 'pass'))).toEqual(['Pass for a day', 'Camping pass', 'Festival Pass']);
});

test('a text names an option only in full, and never one that cannot be picked', () => {
  expect(optionNamed(options, ' coach from koln ')?.label).toBe('Coach from Köln');
  expect(optionNamed(options, 'coach')).toBeUndefined();
  expect(optionNamed([{ ...option('Sold out'), disabled: true }], 'sold out')).toBeUndefined();
});

test('the most picked options come first, of two that were picked equally often the latest', () => {
  const picked = ['Camping pass', 'Coach from Köln', 'Festival Pass', 'Coach from Köln'];
  expect(labels(mostPicked(options, picked))).toEqual(['Coach from Köln', 'Camping pass', 'Festival Pass']);
});

test('at most ten options count as most picked, and none that no longer exists', () => {
  const many = Array.from({ length: 30 }, (_, index) => option(`Item ${index}`));
  const picked = ['gone', ...many.map(({ value }) => value)];
  expect(labels(mostPicked(many, picked))).toEqual(labels(many.slice(0, 10)));
});
