import os from 'node:os';

/** Describes the machine, the database and the current load. */
export function machineNow(databaseDescription: string): string {
  const { model = 'unknown processor' } = os.cpus()[0] ?? {};
  const load = os.loadavg()[0]!.toFixed(1);
  return (
    `${os.availableParallelism()} cores of ${model}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ` +
    `${os.type()} ${os.release()}, Node ${process.versions.node}, ${databaseDescription}. Load average before the run: ${load}.`
  );
}
