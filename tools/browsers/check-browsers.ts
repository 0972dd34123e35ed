import fs from 'node:fs';
import path from 'node:path';
import { readClientBuild } from '../../src/apps/server/pages/client-build.ts';
import { FIRST_SCRIPT } from '../../src/apps/server/pages/first-script.ts';
import { findUnsupported, judge } from './check.ts';
import { readCompatData } from './compat-data.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { supportedBrowsers } from './supported.ts';

// Fails when the built application uses an API or a style that one of the supported browsers lacks
// (docs/decisions/0022-browsers.md).

const clientDir = process.argv[2] ?? path.join(import.meta.dirname, '../../dist/client');
const build = readClientBuild(clientDir);
const files = [...build.scripts, ...build.stylesheets].map((name) => ({
  name,
  text: fs.readFileSync(path.join(clientDir, name), 'utf8'),
}));
files.push({ name: 'the script in every page.js', text: FIRST_SCRIPT });
const browsers = supportedBrowsers();
const { faults, allowed, unneeded } = judge(findUnsupported(files, browsers, readCompatData()), EXCEPTIONS);

for (const { file, use, lackedBy } of faults) console.log(`NOT SUPPORTED ${use} in ${file}: ${lackedBy.join(', ')}`);
for (const name of unneeded) console.log(`NOT NEEDED exception for ${name} in tools/browsers/exceptions.ts`);
const named = [...browsers].map(([name, version]) => `${name} ${version}`).join(', ');
console.log(
  `${build.scripts.length + 1} scripts, ${build.stylesheets.length} stylesheets for ${named}; ${allowed.length} uses by ${Object.keys(EXCEPTIONS).length} exceptions`,
);
const sawNothing = build.scripts.length === 0 || build.stylesheets.length === 0;
if (faults.length + unneeded.length > 0 || sawNothing) process.exitCode = 1;
