// Runs the test that must notice each planted fault, two tests at a time. Prints a line for each fault and, at the end,
// the totals. Arguments limit the run to faults whose description contains one of them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from '../set-up/project.mjs';
import { runTests } from '../test/run-step.mjs';
import { FAULTS, type PlantedFault } from './faults.ts';
import { totalsLine } from './totals.mjs';

const AT_ONCE = 2;
const PLANT = pathToFileURL(inProject('tools/planted-faults/plant.mjs')).href;

const wanted = process.argv.slice(2);
const all = Object.entries(FAULTS).flatMap(([protection, faults]) =>
  faults.map((one) => ({ ...one, title: `${protection}: ${one.fault}` })),
);
const faults = all.filter(({ title }) => wanted.length === 0 || wanted.some((part) => title.includes(part)));
const byFile = Map.groupBy(faults, ({ test: [file] }) => file);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-faults-'));
let [noticed, wrong] = [0, 0];

await twoAtATime([
  ...[...byFile].map(
    ([file, some]) =>
      () =>
        report(`without a fault: ${file}`, whyNotSound(file, some)),
  ),
  ...faults.map((one) => () => report(one.title, whyNotNoticed(one))),
]);
fs.rmSync(folder, { recursive: true, force: true });
console.log(totalsLine(noticed, wrong));
process.exitCode = wrong > 0 || noticed === 0 ? 1 : 0;

async function twoAtATime(work: (() => Promise<void>)[]): Promise<void> {
  const next = async () => {
    for (let one = work.shift(); one; one = work.shift()) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

async function report(what: string, found: Promise<string | null>): Promise<void> {
  const why = await found;
  if (why === null) noticed += 1;
  else wrong += 1;
  console.log(`${why === null ? 'ok' : 'NOT NOTICED'}  ${what}${why === null ? '' : `\n${why}`}`);
}

/** The same tests must pass when nothing is planted. */
async function whyNotSound(file: string, some: readonly PlantedFault[]): Promise<string | null> {
  const names = [...new Set(some.map(({ test: [, name] }) => name))];
  const { files, output } = await runTests('server', [file, '-t', names.map(escapeRegExp).join('|')]);
  const [found] = files;
  return found?.failedTests === 0 && found.passed >= names.length ? null : output;
}

async function whyNotNoticed({ replacements, test: [file, name] }: PlantedFault): Promise<string | null> {
  const mark = path.join(folder, crypto.randomUUID());
  const { files, output } = await runTests('server', [file, '-t', escapeRegExp(name)], {
    NODE_OPTIONS: `--import ${PLANT}`,
    PLANTED_FAULT: JSON.stringify(replacements),
    PLANTED_MARK: mark,
  });
  const loaded = fs.existsSync(mark) ? new Set(fs.readFileSync(mark, 'utf8').trim().split('\n')) : new Set();
  if (loaded.size < new Set(replacements.map((one) => one.file)).size) return `The fault was not loaded.\n${output}`;
  // If a hook failed but no test, the fault broke more than its protection.
  return (files[0]?.failedTests ?? 0) > 0 ? null : output;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
