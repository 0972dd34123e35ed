import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'vitest';
import { project } from '../set-up/project.mjs';
import { BOTH_ENGINES, OLDEST_ENGINE } from './server-engines.mjs';

const filesOf = (glob: string) =>
  fs.globSync(glob, { cwd: project }).filter((file) => file.endsWith('.server.test.ts'));

test.each([...BOTH_ENGINES, ...OLDEST_ENGINE])(
  '%s, which is listed for a PostgreSQL server, matches server tests',
  (glob) => {
    assert.ok(filesOf(glob).length > 0);
  },
);

test('no file that runs on the oldest server alone is also listed for both engines', () => {
  const both = new Set(BOTH_ENGINES.flatMap(filesOf));
  assert.deepEqual(
    OLDEST_ENGINE.flatMap(filesOf).filter((file) => both.has(file)),
    [],
  );
});
