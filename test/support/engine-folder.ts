import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canEnter, findEngineAccount } from '#platform/db/engine-account.ts';

const GIB = 2 ** 30;

/** Free memory in bytes that an engine in memory needs. A run's databases stay below half a gigabyte. */
const ROOM = 4 * GIB;

/** Makes a folder for the engine of one run, and removes the folders that killed runs left behind. */
export function newEngineFolder(): string {
  const parent = parentFolder();
  removeAbandoned(parent);
  const folder = fs.mkdtempSync(path.join(parent, `foyer-test-${process.pid}-`));
  // When root runs the tests, the engine's account must be able to enter it.
  fs.chmodSync(folder, 0o755);
  return folder;
}

/**
 * Returns where to keep databases. Making and dropping hundreds of them is mostly work on files, so they are kept in
 * memory if there is room, otherwise in the folder for temporary files, or in /tmp if the engine's account cannot enter
 * that.
 */
function parentFolder(): string {
  const account = findEngineAccount('');
  const places = [...(hasRoom('/dev/shm') ? ['/dev/shm'] : []), os.tmpdir()];
  return places.find((place) => canEnter(account, place)) ?? '/tmp';
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize >= ROOM && process.availableMemory() >= ROOM;
  } catch {
    return false;
  }
}

function removeAbandoned(parent: string): void {
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(/^foyer-test-(\d+)-/.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    try {
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
