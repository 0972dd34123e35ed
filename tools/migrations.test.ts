import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// During a rollout, processes of the previous version use the same tables, so migrations only add. A later version
// removes unused tables and columns, in a migration with a line `-- removes: why`.

const FOLDER = path.resolve(import.meta.dirname, '../db/migrations');
/** Earlier migrations ran before shops had several machines. */
const FIRST = 99;

/** Each pattern is matched against one statement in lower case. */
const REFUSED: [RegExp, string][] = [
  [/\bdrop (table|column|constraint)\b|\brename\b/, 'the previous version may still use it'],
  [/\balter (column )?\w+ (set data )?type\b/, 'it rewrites the table under a lock'],
  [/\bset not null\b/, 'the previous version may write nulls; add a check that is not valid, and validate it'],
  [/^create (unique )?index (?!concurrently)/, 'it locks writers out; use a migration marked concurrently'],
  [/\badd constraint\b(?!.*\bnot valid$)/, 'it reads the whole table under a lock; add it not valid, and validate it'],
  [/\badd column\b(?=.*\bnot null\b)(?!.*\bdefault\b)/, 'the previous version writes rows without it'],
];

/** Returns the faults of a migration, one line each. */
function faultsOf(sql: string): string[] {
  if (/^-- removes: \S/m.test(sql)) return [];
  const statements = sql
    .replaceAll(/^\s*--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '));
  const created = new Set(statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const table = /^alter table (\w+)|\bindex (?:concurrently )?\w+ on (\w+)/.exec(statement);
    // Nothing uses a table yet that the same migration creates.
    if (created.has(table?.[1] ?? table?.[2] ?? '')) return [];
    return REFUSED.filter(([pattern]) => pattern.test(statement)).map(([, why]) => `${statement}: ${why}`);
  });
}

test.each([
  'alter table orders drop column note;',
  'alter table orders rename column note to notes;',
  'alter table orders alter column note type text;',
  'alter table orders alter note set not null;',
  'create index orders_by_note on orders (note);',
  'alter table orders add constraint short check (length(note) < 9);',
  'alter table orders add column weight int not null;',
])('refuses %s', (sql) => expect(faultsOf(sql)).toHaveLength(1));

test.each([
  'alter table orders add column weight int not null default 0;',
  'alter table orders add constraint short check (length(note) < 9) not valid;',
  '-- concurrently\ncreate unique index concurrently orders_by_note on orders (note);',
  'create table parcels (id int); create index parcels_by_id on parcels (id);',
  '-- removes: nothing has read it since the version before\nalter table orders drop column note;',
])('allows %s', (sql) => expect(faultsOf(sql)).toEqual([]));

test('every migration can run while the previous version sells', () => {
  const files = fs.readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
  expect(files.length).toBeGreaterThan(50);
  const faults = files
    .filter((file) => Number.parseInt(file, 10) >= FIRST)
    .flatMap((file) => faultsOf(fs.readFileSync(path.join(FOLDER, file), 'utf8')).map((fault) => `${file}: ${fault}`));
  expect(faults).toEqual([]);
});
