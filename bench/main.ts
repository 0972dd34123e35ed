// npm run bench -- [quick] [scenario ...] [--orders 1000000] [--items 5000] [--seconds 8]: prints a Markdown table.
import { parseArgs } from 'node:util';
import type { Sizes } from './bench.ts';
import { runBench } from './run-bench.ts';
import { SCENARIOS } from './scenarios/all.ts';

const FULL: Sizes = {
  seconds: 8,
  warmUpSeconds: 2,
  clients: [1, 16, 64],
  orders: [1_000, 100_000, 1_000_000],
  rounds: 3,
  items: [10, 500, 5_000],
};
const QUICK: Sizes = {
  seconds: 1.5,
  warmUpSeconds: 0.5,
  clients: [1, 16, 64],
  orders: [1_000, 20_000],
  rounds: 1,
  items: [10, 1_000],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { orders: { type: 'string' }, items: { type: 'string' }, seconds: { type: 'string' } },
});
const isQuick = positionals.includes('quick');
const wanted = positionals.filter((word) => word !== 'quick');
const unknown = wanted.filter((name) => !(name in SCENARIOS));
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text.replaceAll('_', '')));
const [orders, items, seconds] = [values.orders, values.items, values.seconds].map(numberOf);
if (unknown.length > 0 || [orders, items, seconds].some((number) => number !== undefined && !(number > 0))) {
  console.error(
    `npm run bench -- [quick] [${Object.keys(SCENARIOS).join(' | ')}] [--orders 1000000] [--items 5000] [--seconds 8]`,
  );
  process.exit(1);
}

const sizes = isQuick ? QUICK : FULL;
/** Keeps the steps below the requested number and adds that number. */
const upTo = (steps: readonly number[], max: number | undefined) =>
  max === undefined ? steps : [...steps.filter((step) => step < max), max];
const startedAt = performance.now();
const report = await runBench({
  sizes: {
    ...sizes,
    seconds: seconds ?? sizes.seconds,
    orders: upTo(sizes.orders, orders),
    items: upTo(sizes.items, items),
  },
  scenarios: wanted.length > 0 ? wanted : Object.keys(SCENARIOS),
  databaseUrl: process.env.DATABASE_URL || undefined,
  customers: 100_000,
  say: (line) => console.error(line),
});
console.log(`\n${report.machine}\n\n${report.table}\n`);
console.error(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`);
process.exitCode = report.rows.some(({ failed }) => failed > 0) ? 1 : 0;
