import fs from 'node:fs';
import path from 'node:path';
import { readClientBuild } from '../../src/apps/server/pages/client-build.ts';
import { INLINE_SCRIPT } from '../../src/apps/server/pages/inline-script.ts';
import { applyExceptions, findUnsupported } from './check.ts';
import { readCompatData } from './compat-data.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { supportedBrowsers } from './supported.ts';

// Fails if a built application uses anything that a supported browser lacks (docs/decisions/0022-browsers.md).

const DIST = process.argv[2] ?? path.join(import.meta.dirname, '../../dist');
const builds = [
  { folder: 'client', build: readClientBuild(path.join(DIST, 'client')) },
  { folder: 'office', build: readClientBuild(path.join(DIST, 'office'), 'index.html') },
];
const scripts = builds.flatMap(({ folder, build }) => build.scripts.map((name) => folder + name));
const stylesheets = builds.flatMap(({ folder, build }) => build.stylesheets.map((name) => folder + name));
const files = [...scripts, ...stylesheets].map((name) => ({
  name,
  text: fs.readFileSync(path.join(DIST, name), 'utf8'),
}));
files.push({ name: 'the inline script of every page.js', text: INLINE_SCRIPT });
const browsers = supportedBrowsers();
const { faults, allowed, unneeded } = applyExceptions(findUnsupported(files, browsers, readCompatData()), EXCEPTIONS);

for (const { file, use, lackedBy } of faults) console.log(`NOT SUPPORTED ${use} in ${file}: ${lackedBy.join(', ')}`);
for (const name of unneeded) console.log(`NOT NEEDED exception for ${name} in tools/browsers/exceptions.ts`);
const named = [...browsers].map(([name, version]) => `${name} ${version}`).join(', ');
console.log(
  `${scripts.length + 1} scripts, ${stylesheets.length} stylesheets for ${named}; ${allowed.length} uses by ${Object.keys(EXCEPTIONS).length} exceptions`,
);
const sawNothing = scripts.length === 0 || stylesheets.length === 0;
if (faults.length + unneeded.length > 0 || sawNothing) process.exitCode = 1;
