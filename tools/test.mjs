// npm test: runs all checks. npm test -- <step> ... runs only these steps; an argument with a slash or a dot limits them
// to the test files whose path contains it: npm test -- unit src/kernel
import { ensureInstalled } from './set-up/install.mjs';
import { giveUp } from './set-up/project.mjs';

await ensureInstalled();
const { STEPS } = await import('./test/steps.mjs');

const wanted = process.argv.slice(2);
const files = wanted.filter((argument) => /[/.]/.test(argument));
const names = wanted.filter((argument) => !files.includes(argument));
const unknown = names.filter((name) => !STEPS[name]);
if (unknown.length > 0)
  giveUp(`There is no step "${unknown.join('", "')}". The steps are ${Object.keys(STEPS).join(', ')}.`);
const chosen = Object.keys(STEPS).filter((name) => {
  if (names.length > 0) return names.includes(name);
  return files.length === 0 || STEPS[name].needsFiles;
});

const startedAt = Date.now();
const results = new Map();

if (!chosen.includes('build') && chosen.some((name) => STEPS[name].needsBuild)) chosen.push('build');
// Arranged for two processors: half of the server tests mostly wait, so they run at the same time as the journeys, two
// files of each kind at a time. Both lanes take about the same time. The build leaves one processor to the steps that
// do not need it. The other browsers come after the journeys, some of which watch how Chromium paints.
const built = inTurn(['build']);
await Promise.all([
  inTurn(['types', 'lint', 'imports', 'unused', 'golden', 'unit', 'server']),
  built.then(() => inTurn(['postgres', 'journeys', 'browsers'])),
]);
report();

async function inTurn(some) {
  for (const name of some) if (chosen.includes(name)) await runStep(name);
}

async function runStep(name) {
  if (STEPS[name].needsBuild) await built;
  const stepStartedAt = Date.now();
  const isBlocked = STEPS[name].needsBuild && results.get('build').failed > 0;
  const work = isBlocked ? Promise.reject(new Error('There is no build to test.')) : STEPS[name].run(files, chosen);
  const result = await work.catch((error) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    checked: 'nothing',
    output: error.stack,
  }));
  const { passed, failed, skipped, output, isExcused } = result;
  const sawNothing = passed + failed === 0 && !isExcused;
  // In a run limited to some files, it is enough that one of the steps finds any.
  if (sawNothing && files.length === 0) result.failed = 1;
  results.set(name, result);
  const seconds = ((Date.now() - stepStartedAt) / 1000).toFixed(1);
  const verdict = result.failed > 0 ? 'FAILED' : isExcused ? 'not run' : 'ok';
  if (process.env.TEST_TIMES) reportTimes(name, result.files ?? []);
  if (result.failed > 0 || process.env.VERBOSE) console.log(`\n---- ${STEPS[name].title}\n${output.trim()}\n`);
  console.log(
    `${verdict.padEnd(7)} ${STEPS[name].title}: ${sawNothing ? 'checked nothing' : `${passed} passed, ${result.failed} failed${skipped ? `, ${skipped} skipped` : ''}`} (${result.checked}; ${seconds} s)`,
  );
}

/** Prints the slowest test files, slowest first. */
function reportTimes(name, files) {
  const slowest = [...files].sort((one, other) => other.seconds - one.seconds).slice(0, Number(process.env.TEST_TIMES));
  const all = files.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`${name}: ${files.length} files, ${all.toFixed(0)} s of tests`);
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
}

function report() {
  const sum = (key) => [...results.values()].reduce((total, result) => total + result[key], 0);
  const [passed, skipped] = [sum('passed'), sum('skipped')];
  // A run that checked nothing must not pass.
  const failed = sum('failed') + (passed + sum('failed') === 0 ? 1 : 0);
  console.log(`\n${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
