import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { inProject, ownNode, project } from './project.mjs';
import { run } from './run.mjs';

/** The built application depends on these, except for the tests in them. */
const SOURCES = [
  'src',
  'tools/browsers',
  'tools/build',
  'vite.config.ts',
  'vite.office.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];
const IS_TEST = /\.test\.tsx?$/;

const VITE = inProject('node_modules/vite/bin/vite.js');
const STEPS = [
  ['the application for the browser', VITE, 'build', '--logLevel', 'warn'],
  ['the application for server rendering', VITE, 'build', '--ssr', '--logLevel', 'warn'],
  ['the office', VITE, 'build', '--config', inProject('vite.office.config.ts'), '--logLevel', 'warn'],
  ['the check of sizes', inProject('tools/build/check-sizes.ts')],
  ['the check of browsers', inProject('tools/browsers/check-browsers.ts')],
];

const stampFile = inProject('dist', '.built-from');

/**
 * Builds the applications and checks their sizes and browser features, if the sources have changed since the last
 * build. Rejects when a step fails.
 */
export async function ensureBuilt({ always = false } = {}) {
  if (!always && isBuilt()) return;
  await oneAtATime('build', async () => {
    if (!always && isBuilt()) return;
    const from = hashOfSources();
    fs.rmSync(stampFile, { force: true });
    for (const [title, script, ...args] of STEPS) {
      const startedAt = Date.now();
      const code = await run(ownNode, [script, ...args], { env: { ...process.env, NODE_ENV: 'production' } });
      if (code !== 0) throw new Error(`The build failed at: ${title}.`);
      console.log(`Built: ${title} (${((Date.now() - startedAt) / 1000).toFixed(1)} s).`);
    }
    fs.mkdirSync(path.dirname(stampFile), { recursive: true });
    fs.writeFileSync(stampFile, from);
  });
}

function isBuilt() {
  try {
    return fs.readFileSync(stampFile, 'utf8') === hashOfSources();
  } catch {
    return false;
  }
}

function hashOfSources() {
  const hash = crypto.createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesBelow(inProject(source)))) {
    hash
      .update(`${path.relative(project, file)}\n`)
      .update(fs.readFileSync(file))
      .update('\n');
  }
  return hash.digest('hex');
}

function filesBelow(file) {
  const found = fs.statSync(file, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return IS_TEST.test(file) ? [] : [file];
  return fs
    .readdirSync(file)
    .sort()
    .flatMap((name) => filesBelow(path.join(file, name)));
}
