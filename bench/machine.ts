import os from 'node:os';

/** Describes the machine in a sentence or two. */
export function machineNow(database: string): string {
  const { model = 'unknown processor' } = os.cpus()[0] ?? {};
  const load = os.loadavg()[0]!.toFixed(1);
  return (
    `${os.availableParallelism()} cores of ${model}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ` +
    `${os.type()} ${os.release()}, Node ${process.versions.node}, ${database}. Load of the machine before the start: ${load}.`
  );
}
