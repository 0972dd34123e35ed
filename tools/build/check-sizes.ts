import fs from 'node:fs';
import path from 'node:path';
import { readClientBuild } from '../../src/apps/server/pages/client-build.ts';
import { exceeded, sizesOf } from './sizes.ts';

// Measures the built application against its budgets, prints the sizes, and fails when one is exceeded.

const clientDir = process.argv[2] ?? path.join(import.meta.dirname, '../../dist/client');
const build = readClientBuild(clientDir);
const read = (address: string) => fs.readFileSync(path.join(clientDir, address));

const firstScripts = [build.script, ...build.scriptImports];
const lazyScripts = build.scripts.filter((address) => !firstScripts.includes(address));

const lines = sizesOf({
  firstScripts: firstScripts.map(read),
  lazyScripts: Object.fromEntries(lazyScripts.map((address) => [address, read(address)])),
  stylesheets: build.stylesheets.map(read),
  fonts: build.fonts.map(read),
});

for (const { what, count, size, budget } of lines) {
  console.log(`${size > budget ? 'TOO LARGE ' : ''}${what} (${count}): ${size} of ${budget}`);
}
process.exitCode = exceeded(lines).length > 0 ? 1 : 0;
