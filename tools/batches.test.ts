import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'vitest';
import { inProject } from './set-up/project.mjs';

/** The database may run a subquery inside `in (...)` again for each row, and its `limit` then limits nothing. */
const BATCH_IN_A_LIST = /\bin\s*\(\s*select[^`)]*skip locked/;

test('a statement takes its batch once: `= any(array(select ... skip locked))`, never `in (select ... skip locked)`', () => {
  assert.match('where id in (\n select id from mails limit $1 for update skip locked)', BATCH_IN_A_LIST);
  const sources = fs
    .readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'));
  const texts = sources.map((file) => ({ file, text: fs.readFileSync(inProject('src', file), 'utf8') }));
  assert.ok(texts.filter(({ text }) => text.includes('array(')).length > 3);
  assert.deepEqual(
    texts.filter(({ text }) => BATCH_IN_A_LIST.test(text)).map(({ file }) => file),
    [],
  );
});
