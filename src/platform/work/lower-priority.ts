import fs from 'node:fs';
import os from 'node:os';

/** Where Linux lists the threads of this process. */
const THREADS = '/proc/self/task';

/**
 * Lets the shop's processes on this machine go first. On Linux each thread has its own priority, so the garbage
 * collector's threads, which use half as much time as the main thread, need it too. It is the lowest priority
 * because a request to the shop waits for a core some twenty times.
 */
export function lowerPriority(): void {
  const threads = fs.existsSync(THREADS) ? fs.readdirSync(THREADS).map(Number) : [0];
  for (const thread of threads) {
    try {
      os.setPriority(thread, os.constants.priority.PRIORITY_LOW);
    } catch {
      // The thread has ended since it was listed, or the system forbids it. Neither is a reason not to run.
    }
  }
}
