import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inProject, ownNode, project } from '../set-up/project.mjs';

/** The result of a step. `checked` is a text that says how much was checked. */
export const makeOutcome = (passed, failed, checked, skipped = 0) => ({ passed, failed, skipped, checked });

/** Variables that configure a shop. The tests must not see them. */
const SHOP_VARIABLES =
  /^(PORT|HOST|SHOP_\w+|DATA_DIR|DATABASE_URL|POSTGRES_BIN|ENGINE_USER|SMTP_URL|MAIL_FROM|SECRET_KEY|PAYMENT_GATEWAYS?|(?:STRIPE|MOLLIE|MONRI)_\w+|SANDBOX_\w+|ROLE|TIME_MACHINE|LOG_LEVEL|TRUSTED_PROXIES|NODE_ENV|NODE_OPTIONS|TEST_ENGINE)$/;

export function testEnvironment(extra = {}) {
  const passedOn = Object.entries(process.env).filter(([name]) => !SHOP_VARIABLES.test(name));
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined };
  // Every run loads the same sources. With this cache, Node does not strip their types and compile them each time.
  const cache = { NODE_COMPILE_CACHE: inProject('.cache/compiled') };
  return { ...Object.fromEntries(passedOn), ...cache, ...colours, ...extra };
}

/** Runs a script on our own Node and resolves with its exit code and everything it printed. */
export function runScript(args, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn(ownNode, args, {
      cwd: project,
      env: testEnvironment(extra),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs one kind of tests and returns the result of each file (see `summariseFile`). A file that cannot be loaded counts
 * as a failure, and so does a run without tests.
 */
export async function runTests(kind, filters, extra = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-results-'));
  const file = path.join(folder, 'results.json');
  const vitest = inProject('node_modules/vitest/vitest.mjs');
  const { code, output } = await runScript(
    [
      vitest,
      'run',
      '--project',
      kind,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      '--passWithNoTests',
      ...filters,
    ],
    extra,
  );
  const results = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { testResults: [] };
  fs.rmSync(folder, { recursive: true, force: true });
  const files = results.testResults.map(summariseFile);
  return { ...countTests(files, code, output), output, files };
}

/**
 * Summarises one test file: how long it took, and how many tests passed, failed and were skipped. A file that could not
 * be loaded, or whose hooks failed, has one failure and no failed test.
 */
function summariseFile({ name, status, startTime, endTime, assertionResults: tests }) {
  const having = (...states) => tests.filter((one) => states.includes(one.status));
  const failedTests = having('failed').length;
  return {
    file: path.relative(project, name),
    seconds: (endTime - startTime) / 1000,
    passed: having('passed').length,
    skipped: having('pending', 'skipped', 'todo').length,
    failedTests,
    failed: status === 'failed' ? Math.max(failedTests, 1) : failedTests,
  };
}

function countTests(files, code, output) {
  const sum = (of) => files.reduce((all, file) => all + of(file), 0);
  const [passed, skipped] = [sum((file) => file.passed), sum((file) => file.skipped)];
  let failed = sum((file) => file.failed);
  const tests = sum((file) => file.passed + file.skipped + file.failedTests);
  // Catches errors outside any test and a crash of the runner.
  const isBroken = code !== 0 || /^\s*Errors\s+\d+ error/m.test(stripVTControlCharacters(output));
  if (isBroken && failed === 0) failed = 1;
  return makeOutcome(passed, failed, `${tests} tests in ${files.length} files`, skipped);
}
