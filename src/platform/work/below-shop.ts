import fs from 'node:fs';
import os from 'node:os';

/** Linux lists a process's threads here. Each has its own priority. */
const THREADS = '/proc/self/task';

/**
 * Lets the shop's processes on this machine go first. On Linux a priority belongs to a thread, so those that collect
 * garbage, which use half as much time as the main one, must get it too.
 */
export function runBelowShop(): void {
  const threads = fs.existsSync(THREADS) ? fs.readdirSync(THREADS).map(Number) : [0];
  for (const thread of threads) os.setPriority(thread, os.constants.priority.PRIORITY_BELOW_NORMAL);
}
