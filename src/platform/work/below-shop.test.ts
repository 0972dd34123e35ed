import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = `
  import fs from 'node:fs';
  import os from 'node:os';
  import { runBelowShop } from ${JSON.stringify(path.resolve(import.meta.dirname, 'below-shop.ts'))};
  runBelowShop();
  const threads = process.platform === 'linux' ? fs.readdirSync('/proc/self/task').map(Number) : [0];
  console.log(JSON.stringify(threads.map((thread) => os.getPriority(thread))));
`;

test('a command that runs below the shop does so with all its threads', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { encoding: 'utf8' });
  const priorities: number[] = JSON.parse(output);
  expect(priorities.length).toBeGreaterThan(process.platform === 'linux' ? 1 : 0);
  expect(priorities.every((priority) => priority >= 10)).toBe(true);
});
