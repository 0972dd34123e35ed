import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '#features/shop-config/domain/routes.ts';

// docs/spec-coverage.md lists every requirement with its code and test. The code and the tests must exist.

const table = fs.readFileSync('docs/spec-coverage.md', 'utf8');
const rows = table.split('\n').filter((line) => line.startsWith('| '));
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:src|test|tools|docs|db|demo)\/[^`]+)`/g)].map(([, path]) => path!);

test('every file that the table names exists', () => {
  const paths = [...new Set(pathsIn(table))];
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((path) => !fs.existsSync(path))).toEqual([]);
});

test('every page and every call is in the table', () => {
  const pages = Object.values(routes).flatMap(({ path }) => (path ? [path as string] : []));
  const calls = Object.keys(JSON.parse(fs.readFileSync('docs/api/openapi.json', 'utf8')).paths);
  const wanted = [...pages, ...calls.map((path) => path.replace('/api', ''))];
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((path) => !table.includes(`\`${path}\``))).toEqual([]);
});

test('every row names a test or states that there is none', () => {
  const withoutTest = rows.filter(
    (row) =>
      !/\.(test|journey)\.tsx?`|not shown|not made|^\| (What|Route|Message|Listing|Cart|Acc|Portal|Entity|State|Form|Rule|Call|Decision)|every test of/.test(
        row,
      ),
  );
  expect(withoutTest).toEqual([]);
});

describe('every quoted message is in its source, word for word', () => {
  const messages = table.split('## 8.')[1]!.split('## 9.')[0]!;
  const quoted = messages
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`src/'))
    .map((line) => line.split(' | ') as [string, string, string])
    .map(([text, where, shown]) => ({ text: text.slice(2), where: pathsIn(where), shown: pathsIn(shown) }));

  test('many messages are quoted', () => expect(quoted.length).toBeGreaterThan(60));

  test.each(quoted)('$text', ({ text, where }) => {
    // Placeholders in braces match any text. Markup can be between the words of a screen.
    const pattern = new RegExp(
      text
        .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replace(/\bN\b/, '\\$?\\{[^}]+(?:\\}[^}]*)*?\\}')
        .replace(/\{\w+\}/g, '\\$?\\{.+?\\}'),
    );
    for (const file of where) expect(plain(fs.readFileSync(file, 'utf8'), file), file).toMatch(pattern);
  });
});

/** Returns a source on one line, for a screen followed by its words without the markup. */
function plain(source: string, file: string): string {
  const screen = file.endsWith('x') ? source.replaceAll("{' '}", ' ').replace(/<[^<>]+>/g, '') : '';
  return `${source} ${screen}`.replace(/\s+/g, ' ');
}
