import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inProject } from './project.mjs';

const STALE_AFTER_MS = 15 * 60_000;

/**
 * Runs the work while no other process of this project runs work of the same name. Without this, two first starts in one
 * clone would install over each other. Replaces the mark of a killed process, and one older than 15 minutes.
 */
export async function oneAtATime(name, work) {
  const mark = inProject('.cache', `${name}.running`);
  fs.mkdirSync(path.dirname(mark), { recursive: true });
  for (let waits = 0; !take(mark); waits += 1) {
    if (waits === 0) console.log(`Waiting for another process that is busy with the same work (${name}).`);
    await pause(300);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(mark, { force: true });
  }
}

function take(mark) {
  try {
    fs.writeFileSync(mark, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(mark)) fs.rmSync(mark, { force: true });
    return false;
  }
}

function isHeld(mark) {
  try {
    if (Date.now() - fs.statSync(mark).mtimeMs > STALE_AFTER_MS) return false;
    // Signal 0 only checks whether the process exists. An empty mark reads as 0, our own process group, so it counts as
    // held.
    return process.kill(Number(fs.readFileSync(mark, 'utf8')), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
