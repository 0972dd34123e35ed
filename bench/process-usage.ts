import fs from 'node:fs';

/**
 * Returns the CPU seconds that a process has used so far; with `withChildren` also its children's, living and ended.
 */
export function cpuSecondsOf(pid: number, withChildren = false): number | undefined {
  const own = statOf(pid);
  if (!own) return undefined;
  if (!withChildren) return own.cpu;
  return childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.cpu ?? 0), own.cpu + own.cpuOfEnded);
}

/** Returns the megabytes of memory that a process holds now, and its peak. */
export function memoryOf(pid: number): { now: number; peak: number } | undefined {
  const status = read(`/proc/${pid}/status`);
  if (!status) return undefined;
  const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

/** Resets the record of a process's peak memory. */
export function resetPeakMemory(pid: number): void {
  try {
    fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Without permission, the record continues from the start of the process.
  }
}

/** Returns the process that started another one. */
export const parentOf = (pid: number): number | undefined => statOf(pid)?.parent;

export const commandOf = (pid: number): string | undefined => read(`/proc/${pid}/comm`)?.trim();

/** The kernel's clock ticks per second, on every Linux that Node runs on. */
const TICKS = 100;

function statOf(pid: number): { parent: number; cpu: number; cpuOfEnded: number } | undefined {
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  if (!fields) return undefined;
  const [, parent = 0, ...rest] = fields.map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9, 13);
  return { parent, cpu: (user + system) / TICKS, cpuOfEnded: (endedUser + endedSystem) / TICKS };
}

/** Returns the running processes that the main thread of a process has started. */
export function childrenOf(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
