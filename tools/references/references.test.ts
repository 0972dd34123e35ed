import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkReferences } from './check-references.ts';
import { referencesInMarkdown, referencesInSource } from './find-references.ts';
import { objectionTo, type Tree } from './resolve-reference.ts';

const FILES = [
  'docs/orders.md',
  'docs/decisions/0017-languages.md',
  'src/features/cart/README.md',
  'src/features/cart/domain/add-item.ts',
  'src/features/cart/server/add-item.ts',
  'src/features/cart/server/expire-carts.ts',
  'src/platform/db/engine-lock.ts',
  'test/races/on-sale.server.test.ts',
  'demo/items/03-saturday.yaml',
];

const tree: Tree = { files: new Set(FILES), anchorsOf: () => new Set(['status']) };

/** Returns the objections to a text, as if it were the contents of that file. */
const objections = (file: string, text: string): string[] =>
  (file.endsWith('.md') ? referencesInMarkdown(text) : referencesInSource(text)).flatMap(
    (reference) => objectionTo(reference, file, tree) ?? [],
  );

test('everything that documentation and comments refer to is in the repository', () => {
  const { files, references, problems } = checkReferences('.');
  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(1_000);
  expect(references).toBeGreaterThan(1_000);
  console.log(`${references} references in ${files} files`);
});

test('every decision has its own number, which is also in its title and in the index', () => {
  const pages = fs.readdirSync('docs/decisions').filter((name) => name !== 'README.md');
  const index = fs.readFileSync('docs/decisions/README.md', 'utf8');
  expect(pages.length).toBeGreaterThan(50);
  expect(new Set(pages.map((name) => name.slice(0, 4))).size).toBe(pages.length);
  for (const name of pages) {
    expect(fs.readFileSync(`docs/decisions/${name}`, 'utf8')).toMatch(new RegExp(`^# ${name.slice(0, 4)}: `));
    expect(index, name).toContain(`[${name.slice(0, 4)}](${name})`);
  }
});

describe('an objection names a reference that leads nowhere:', () => {
  test.each([
    ['a link to a page that is gone', 'docs/orders.md', 'See [carts](carts.md).', 'the link carts.md leads nowhere'],
    [
      'a link out of a folder',
      'docs/decisions/0017-languages.md',
      '[x](orders.md)',
      'the link orders.md leads nowhere',
    ],
    ['a heading that is gone', 'docs/orders.md', '[x](#money)', 'there is no heading #money'],
    ['a file in a page', 'docs/orders.md', 'As in `src/features/cart/domain/gone.ts`.', 'gone.ts'],
    ['a file of a feature', 'docs/orders.md', 'As in `cart/server/gone.ts`.', 'gone.ts'],
    ['a file next to a README', 'src/features/cart/README.md', 'Begin with `domain/gone.ts`.', 'gone.ts'],
    ['a name alone', 'src/features/cart/README.md', 'Begin with `gone.ts`.', 'gone.ts'],
    ['a pattern without a match', 'docs/orders.md', 'All of `src/platform/db/gone*.ts`.', 'gone*.ts'],
    ['one of several names', 'docs/orders.md', '`src/features/cart/domain/{add-item,gone}.tsx`', 'gone'],
    ['a page in a comment', 'src/features/cart/domain/add-item.ts', '/** See docs/gone.md. */', 'docs/gone.md'],
    ['a file in a comment', 'src/features/cart/domain/add-item.ts', '// As in `server/gone.ts`.', 'server/gone.ts'],
    ['a test in SQL', 'db/migrations/0001-x.sql', '-- test/races/gone shows it', 'test/races/gone'],
    ['a decision without a page', 'docs/orders.md', 'That is decision 0099.', 'decision 0099'],
    ['a decision by a short number', 'src/features/cart/domain/add-item.ts', '// decision 17', 'decision 17'],
    ['a decision in the path form', 'src/x.ts', '// see decisions/0099', 'decisions/0099'],
    ['a numbered document', 'src/x.ts', '/** Spec 5, Register. */', '"Spec 5"'],
    ['a numbered drawing', 'src/x.ts', '// the header (ux H2)', '"ux H2"'],
    ['a document by its name alone', 'docs/orders.md', 'As the spec wants it.', '"the spec"'],
  ])('%s', (_, file, text, what) => {
    expect(objections(file, text)).toEqual([expect.stringContaining(what)]);
  });
});

describe('a reference that leads somewhere is left alone:', () => {
  test.each([
    [
      'a link with its heading',
      'docs/orders.md',
      '[x](decisions/0017-languages.md), [y](#status), [z](https://example.org/x.md)',
    ],
    ['a folder', 'docs/orders.md', '`src/features/cart/` and [cart](../src/features/cart/)'],
    [
      'a path that begins at src, at a feature or at its folder',
      'docs/orders.md',
      '`features/cart/server/add-item.ts`, `cart/domain/add-item.ts`, `domain/add-item.ts`',
    ],
    ['a name without its ending', 'docs/orders.md', '`test/races/on-sale`'],
    [
      'a pattern',
      'docs/orders.md',
      '`src/platform/db/engine*.ts`, `src/features/cart/server/{add-item,expire-carts}.ts`',
    ],
    ['an alias of an import', 'src/x.ts', '// as #platform/db/engine-lock.ts does'],
    ['a file of a shop folder', 'src/x.ts', '/** `items/03-saturday.yaml:12: price` */'],
    ['a decision by its four digits', 'src/x.ts', '// decision 0017, also decisions/0017'],
    ['words with a slash', 'src/x.ts', '// and/or, text/html, application/json, https://example.org/a.ts'],
    ['a sample in a block of code', 'docs/orders.md', '```\n`src/gone.ts`\n```'],
    ['a standard', 'src/x.ts', '// RFC 9285, section 4.3'],
  ])('%s', (_, file, text) => {
    expect(objections(file, text)).toEqual([]);
  });
});

test('a reference has its line number', () => {
  expect(referencesInMarkdown('a\n\n`src/b.ts`')).toEqual([{ line: 3, kind: 'path', target: 'src/b.ts' }]);
  expect(referencesInSource('const a = 1;\n/**\n * See src/b.ts.\n */')[0]).toMatchObject({ line: 3 });
});
