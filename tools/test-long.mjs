// npm run test:long -- 50 [path ...]: runs the tests of npm test with many more rounds, for example overnight. The
// number (default 20) multiplies the rounds of properties and random walks; races are also repeated.
import { ensureInstalled } from './set-up/install.mjs';
import { giveUp } from './set-up/project.mjs';

await ensureInstalled();
const { ensureBuilt } = await import('./set-up/build.mjs');
const { makeOutcome, runScript, runTests } = await import('./test/run-step.mjs');
const { ensureEngines } = await import('./test/engines.mjs');
const { testOnServer } = await import('./test/steps.mjs');
const { totalsIn } = await import('./planted-faults/totals.mjs');

/** Test files with races. */
const RACES = [
  'test/races',
  'cart-races',
  'adds-together',
  'refunds',
  'ticket-changes',
  'ticket-handover',
  'travel-times',
  'transfers',
  'orders-by-the-operator',
  'payments',
  'pay-again',
  'stock',
  'vouchers',
];

const [wanted = '20', ...files] = process.argv.slice(2);
const rounds = Number(wanted);
if (!Number.isInteger(rounds) || rounds < 2) giveUp(`"${wanted}" is not a number of rounds: npm run test:long -- 20`);

await ensureBuilt();
const startedAt = Date.now();
let [passed, failed] = [0, 0];
const more = { LONG_ROUNDS: String(rounds) };
await runStep(`unit tests, ${rounds} times the properties`, () =>
  runTests('unit', [...files, '--testTimeout=600000'], more),
);
await runStep(`server tests, ${rounds} times the properties and walks`, () =>
  runTests('server', [...files, `--testTimeout=${rounds * 60_000}`], more),
);
await runStep('server tests on a PostgreSQL server', () => testOnServer(files, { all: true }));
const missing = await ensureEngines();
if (missing.length > 0) console.log(`NOT RUN: journeys in ${missing.join(' and ')}: not on this machine.`);
await runStep('journeys in Firefox and WebKitGTK', () => runTests('browsers', files));
if (files.length === 0) await runStep('planted faults in the protections of the office', plantFaults);
for (let turn = 1; turn <= rounds && files.length === 0; turn += 1) {
  await runStep(`races, ${turn} of ${rounds}`, () => runTests('server', RACES));
}
console.log(`\n${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function plantFaults() {
  const { output } = await runScript(['tools/planted-faults/run.ts']);
  const { noticed, wrong } = totalsIn(output);
  return { ...makeOutcome(noticed, wrong, 'faults and their tests'), output };
}

async function runStep(title, run) {
  const stepStartedAt = Date.now();
  const result = await run();
  passed += result.passed;
  failed += result.failed;
  if (result.failed > 0) console.log(`\n---- ${title}\n${result.output.trim()}\n`);
  // These lines are the results of the walks, with the seeds that repeat them.
  for (const [line] of result.output.matchAll(/^.*\bwalks, \d+ steps, seed \d+.*$|^\d+ [a-z ]+: .*$/gm))
    console.log(line);
  const seconds = ((Date.now() - stepStartedAt) / 1000).toFixed(0);
  console.log(
    `${result.failed > 0 ? 'FAILED' : 'ok'}  ${title}: ${result.passed} passed, ${result.failed} failed (${result.checked}; ${seconds} s)`,
  );
}
