/**
 * Returns the CPU milliseconds that `work` takes. Unlike wall time, they do not grow with other load on the machine.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
