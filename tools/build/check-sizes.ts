import fs from 'node:fs';
import path from 'node:path';
import { type ClientBuild, readClientBuild } from '../../src/apps/server/pages/client-build.ts';
import { budgets, exceeded, officeBudgets, type SizeLine, sizesOf } from './sizes.ts';

// Measures the built applications against their budgets, prints the sizes, and fails when one is exceeded.

const DIST = path.join(import.meta.dirname, '../../dist');

const lines = [
  ...measure('client', readClientBuild(path.join(DIST, 'client')), budgets),
  ...measure('office', readClientBuild(path.join(DIST, 'office'), 'index.html'), officeBudgets),
];
process.exitCode = exceeded(lines).length > 0 ? 1 : 0;

function measure(folder: string, build: ClientBuild, limits: typeof budgets): SizeLine[] {
  const read = (address: string) => fs.readFileSync(path.join(DIST, folder, address));
  const firstScripts = [build.script, ...build.scriptImports];
  const lazyScripts = build.scripts.filter((address) => !firstScripts.includes(address));
  const sizes = sizesOf(
    {
      firstScripts: firstScripts.map(read),
      lazyScripts: Object.fromEntries(lazyScripts.map((address) => [address, read(address)])),
      stylesheets: build.stylesheets.map(read),
      fonts: build.fonts.map(read),
    },
    limits,
  );
  for (const { what, count, size, budget } of sizes)
    console.log(`${size > budget ? 'TOO LARGE ' : ''}${folder}: ${what} (${count}): ${size} of ${budget}`);
  return sizes;
}
