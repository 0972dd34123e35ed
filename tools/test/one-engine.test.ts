import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'vitest';
import { project } from '../set-up/project.mjs';
import { ONE_ENGINE } from './one-engine.mjs';

test.each(ONE_ENGINE)('%s, which one engine is enough for, is there', (glob) => {
  const found = fs.globSync(glob, { cwd: project }).filter((file) => file.endsWith('.server.test.ts'));
  assert.ok(found.length > 0);
});
