import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { giveUp, inProject, project } from './project.mjs';

const STALE_AFTER_MS = 15 * 60_000;

/**
 * Runs the work while no other process of this project runs work of the same name: two starts in one fresh clone would
 * otherwise install over each other. The mark of a process that was killed is taken over.
 */
export async function oneAtATime(name, work) {
  const mark = inProject('.cache', `${name}.running`);
  const take = () => {
    try {
      fs.mkdirSync(path.dirname(mark), { recursive: true });
      return takeMark(mark);
    } catch (error) {
      return giveUp(`The ${name} has to be done, and this user cannot write to ${project} (${error.code}).`);
    }
  };
  let said = false;
  while (!take()) {
    if (!said) console.log(`Waiting for another process that is doing the same (${name}).`);
    said = true;
    await pause(300);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(mark, { force: true });
  }
}

function takeMark(mark) {
  try {
    fs.writeFileSync(mark, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isHeld(mark)) return false;
  fs.rmSync(mark, { force: true });
  return takeMark(mark);
}

function isHeld(mark) {
  try {
    const pid = Number(fs.readFileSync(mark, 'utf8'));
    // Just made and not yet written, or by somebody whose process we cannot ask about: wait.
    const age = Date.now() - fs.statSync(mark).mtimeMs;
    if (!pid) return age < 5_000;
    if (pid === process.pid || age > STALE_AFTER_MS) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
