import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = `
  import fs from 'node:fs';
  import os from 'node:os';
  import { lowerPriority } from ${JSON.stringify(path.resolve(import.meta.dirname, 'lower-priority.ts'))};
  lowerPriority();
  const threads = process.platform === 'linux' ? fs.readdirSync('/proc/self/task').map(Number) : [0];
  console.log(JSON.stringify(threads.map((thread) => os.getPriority(thread))));
`;

test('all threads of a command get the lowest priority', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { encoding: 'utf8' });
  const priorities: number[] = JSON.parse(output);
  expect(priorities.length).toBeGreaterThan(process.platform === 'linux' ? 1 : 0);
  expect(priorities.every((priority) => priority >= 19)).toBe(true);
});
