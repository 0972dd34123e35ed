import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = path.join(import.meta.dirname, '..');

test('no screen separates facts with a dot between ordinary spaces', () => {
  const screens = globSync(['features/*/shop/**/*.{ts,tsx}', 'apps/shop/**/*.{ts,tsx}', 'ui/**/*.{ts,tsx}'], {
    cwd: sources,
  }).filter((file) => !file.includes('.test.'));
  expect(screens.length).toBeGreaterThan(100);
  const breaking = screens.filter((file) => / · /.test(readFileSync(path.join(sources, file), 'utf8')));
  expect(breaking).toEqual([]);
});
