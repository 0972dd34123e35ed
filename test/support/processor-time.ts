/**
 * Milliseconds of this process's processor time that `work` takes. Unlike the clock on the wall they do not grow with whatever
 * else the machine does.
 */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
