import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { ensureBuilt } from '../set-up/build.mjs';
import { inProject, ownNode, project } from '../set-up/project.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureEngines } from './engines.mjs';
import { findPostgres } from './find-postgres.mjs';
import { makeOutcome, runScript, runTests, testEnvironment } from './run-step.mjs';
import { OLDEST_ENGINE } from './server-engines.mjs';

const bin = (...parts) => inProject('node_modules', ...parts);

/** Every step in the order of the report. `run` receives the files to limit tests to and the names of all steps. */
export const STEPS = {
  build: { title: 'build', run: build },
  types: { title: 'types', run: checkTypes },
  lint: { title: 'lint', run: lint },
  imports: {
    title: 'imports',
    run: () =>
      runTool(['tools/check-imports/check-imports.ts'], /^(\d+) imports and \d+ statements of SQL in \d+ files/m),
  },
  unused: { title: 'unused code', run: findUnused },
  golden: { title: 'golden files', run: () => runTool(['tools/golden/golden.ts'], /^(\d+) golden files/m) },
  unit: { title: 'unit and property tests', run: (files) => runTests('unit', files), needsFiles: true },
  server: {
    title: 'server tests on the embedded engine',
    run: testOnEmbeddedEngine,
    needsFiles: true,
    needsBuild: true,
  },
  postgres: {
    title: 'server tests on a PostgreSQL server',
    run: (files) => testOnServer(files),
    needsFiles: true,
    needsBuild: true,
  },
  journeys: { title: 'journeys in Chromium', run: runJourneys, needsFiles: true, needsBuild: true },
  browsers: { title: 'the main journey in Firefox and WebKitGTK', run: runInBrowsers, needsBuild: true },
};

async function build() {
  await ensureBuilt();
  const files = fs.readdirSync(inProject('dist'), { recursive: true }).length;
  const pictures = await runTool(['tools/test/demo-pictures.ts'], /^(\d+) pictures of the demo/m);
  return { ...pictures, passed: 1 + pictures.passed, checked: `${files} files, ${pictures.checked}` };
}

async function checkTypes() {
  const configs = ['tsconfig.domain.json', 'tsconfig.server.json', 'tsconfig.browser.json'];
  const tsc = bin('typescript/bin/tsc');
  let output = '';
  let failed = 0;
  const counts = [];
  for (const config of configs) {
    // Several threads would check some types more than once: a third more work for processors that are busy anyway.
    const checked = await runScript([tsc, '-p', config, '--listFiles', '--singleThreaded']);
    const lines = checked.output.split('\n');
    const isFile = (line) => line.startsWith('/') && !line.includes(': error TS');
    const files = lines.filter((line) => isFile(line) && !line.includes('/node_modules/')).length;
    if (checked.code !== 0 || files === 0) failed += 1;
    output += lines.filter((line) => !isFile(line)).join('\n');
    counts.push(`${config} ${files}`);
  }
  return { ...makeOutcome(configs.length - failed, failed, `files: ${counts.join(', ')}`), output };
}

async function lint() {
  const { code, output } = await runScript([bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off']);
  const files = Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0);
  const failed = code !== 0 || files === 0 ? 1 : 0;
  return { ...makeOutcome(1 - failed, failed, `${files} files`), output: failed ? output : '' };
}

/** Finds unused exports, files and packages; `knip.json` names the entry points. */
async function findUnused() {
  const { code, output } = await runScript([bin('knip/bin/knip.js'), '--no-progress']);
  const failed = code === 0 ? 0 : 1;
  return { ...makeOutcome(1 - failed, failed, 'exports, files, packages'), output };
}

/** Runs one of our own tools, which prints how much it checked. */
async function runTool(args, pattern) {
  const { code, output } = await runScript(args);
  const found = pattern.exec(output);
  const failed = code !== 0 || Number(found?.[1] ?? 0) === 0 ? 1 : 0;
  return { ...makeOutcome(1 - failed, failed, found?.[0] ?? 'nothing'), output: failed ? output : '' };
}

/** Runs all server tests, except those that the step `postgres` runs in this run. */
function testOnEmbeddedEngine(files, chosen) {
  const isOnServer = files.length === 0 && chosen.includes('postgres') && hasServer();
  return runTests('server', [...files, ...(isOnServer ? OLDEST_ENGINE.flatMap((glob) => ['--exclude', glob]) : [])]);
}

const hasServer = () => Boolean(process.env.TEST_DATABASE_URL || findPostgres());

/** Runs the server tests listed for a PostgreSQL server, or all of them, limited to `files`. */
export async function testOnServer(files, { all = false } = {}) {
  const listed = await runScript(['tools/test/list-server-tests.mjs']);
  if (listed.code !== 0) throw new Error(listed.output);
  const isWanted = (file) => files.length === 0 || files.some((part) => file.includes(part));
  const chosen = listed.output.trim().split('\n').filter(isWanted);
  const runOn = (url) => runTests('server', all ? files : chosen, { TEST_ENGINE: url });
  if (!all && chosen.length === 0) return { ...makeOutcome(0, 0, 'none of these runs on a server', 1), output: '' };
  if (process.env.TEST_DATABASE_URL) return await runOn(process.env.TEST_DATABASE_URL);
  const found = findPostgres();
  if (!found) {
    console.log(
      'NOT RUN: server tests on a PostgreSQL server. There is none on this machine and none in TEST_DATABASE_URL; only the embedded engine was tested.',
    );
    return { ...makeOutcome(0, 0, 'no PostgreSQL server found', 1), output: '', isExcused: true };
  }
  const server = await startServer(found.bin);
  try {
    const result = await runOn(server.url);
    return { ...result, checked: `${result.checked}, PostgreSQL ${found.major} of ${found.bin}` };
  } finally {
    await server.stop();
  }
}

function startServer(folder) {
  const child = spawn(ownNode, ['tools/test/postgres-server.ts', folder], {
    cwd: project,
    env: testEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (line) => resolve({ url: line.trim(), stop }));
    ended.then((code) => reject(new Error(`The PostgreSQL server of ${folder} did not start (${code}).`)));
  });
}

async function runJourneys(files) {
  await ensureChromium();
  return await runTests('journeys', files);
}

async function runInBrowsers(files) {
  const missing = await ensureEngines();
  if (missing.length > 0)
    console.log(
      `NOT RUN: the main journey in ${missing.join(' and ')}, because this machine has none and none could be installed.`,
    );
  const result = await runTests('browsers', files.length > 0 ? files : ['test/engines/buying']);
  return { ...result, isExcused: missing.length > 1 };
}
