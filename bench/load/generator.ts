// node bench/load/generator.ts, with a job as JSON on its standard input: the load generator, in its own process.
// Prints `begin`, `end` and then what it measured, one JSON line each.
import { text } from 'node:stream/consumers';
import { type Measured, repeat } from './repeat.ts';
import { type Visit, visitorOf } from './visitors.ts';

export interface LoadJob {
  origin: string;
  visit: Visit;
  clients: number;
  warmUpSeconds: number;
  seconds: number;
  slotSeconds?: number;
}

export type GeneratorLine = { event: 'begin' } | { event: 'end' } | { event: 'measured'; measured: Measured };

const job = JSON.parse(await text(process.stdin)) as LoadJob;
const say = (line: GeneratorLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const measured = await repeat(
  { ...job, onBegin: () => say({ event: 'begin' }), onEnd: () => say({ event: 'end' }) },
  (index, onRefused) => visitorOf(job.origin, job.visit, index, onRefused),
);
say({ event: 'measured', measured });
