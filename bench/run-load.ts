import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { GeneratorLine, LoadJob } from './load/generator.ts';
import type { Measured } from './load/repeat.ts';

export interface LoadResult extends Measured {
  perSecond: number;
}

const HERE = import.meta.dirname;

/** Runs a load generator of `bench/`. `onBegin` and `onEnd` are called around the measured time. Throws if it fails. */
export function runGenerator(
  script: 'load/generator.ts' | 'limits/reservations.ts',
  job: object,
  { onBegin = () => {}, onEnd = () => {} }: { onBegin?(): void; onEnd?(): void } = {},
): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(HERE, script)], { stdio: ['pipe', 'pipe', 'inherit'] });
    let measured: Measured | undefined;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as GeneratorLine;
      if (message.event === 'begin') onBegin();
      else if (message.event === 'end') onEnd();
      else measured = message.measured;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (measured) resolve({ ...measured, perSecond: measured.done / measured.seconds });
      else reject(new Error(`${script} ended with ${code} before it had measured anything`));
    });
    child.stdin.end(JSON.stringify(job));
  });
}

/** Measures Fastify alone, as a server that always answers the same bytes. */
export async function runBareFastify(
  answer: { body: Buffer; contentType: string; contentEncoding: string },
  job: Omit<LoadJob, 'origin'>,
): Promise<LoadResult> {
  const child = spawn(
    process.execPath,
    [path.join(HERE, 'limits/bare-fastify.ts'), answer.contentType, answer.contentEncoding],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    child.stdin.end(answer.body);
    return await runGenerator('load/generator.ts', { ...job, origin: await firstLine(child) });
  } finally {
    child.kill('SIGKILL');
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`Bare Fastify ended with ${code} before it reported its address`)));
  });
}
