import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'vitest';
import { project } from '../set-up/project.mjs';
import { BOTH_ENGINES } from './both-engines.mjs';

test.each(BOTH_ENGINES)('%s, which runs on both engines, names server tests', (glob) => {
  const found = fs.globSync(glob, { cwd: project }).filter((file) => file.endsWith('.server.test.ts'));
  assert.ok(found.length > 0);
});
