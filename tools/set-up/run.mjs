import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { compileCache, project } from './project.mjs';

/** Runs a program in the project's folder with our own input and output, and resolves with its exit code. */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: project, stdio: 'inherit', ...options });
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code, signal) => resolve(signal ? 128 : (code ?? 1)));
  });
}

/**
 * Runs the program that this process exists for: signals reach it once, its exit code becomes ours, and it is told to
 * stop when we are killed, or when npm, which started us, is killed.
 */
export function becomeProgram(program, args, options = {}) {
  const child = spawn(program, ['--import', new URL('./stop-with-parent.mjs', import.meta.url).href, ...args], {
    cwd: project,
    ...options,
    env: { NODE_COMPILE_CACHE: compileCache, ...(options.env ?? process.env) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const stop = () => child.connected && child.send('stop');
  // Ctrl-C in a terminal reaches the child by itself; what comes from a process manager or from npm reaches only us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => setTimeout(stop, 50));
  const watch = stopWithNpm(stop);
  child.once('error', (error) => {
    console.error(`${program}: ${error.message}`);
    process.exit(127);
  });
  child.once('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(signal ? 128 : (code ?? 1));
  });
}

/** npm passes most signals on, but not the one that nobody can catch. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  // npm runs us through a shell, which may have become us or stay between.
  const npm = commandOf(parent).includes('tools/') ? parentOf(parent) : parent;
  return setInterval(() => (process.ppid !== parent || !isAlive(npm)) && stop(), 1_000);
}

const ask = (pid, column) =>
  spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';

function commandOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ask(pid, 'command');
  }
}

function parentOf(pid) {
  try {
    // The second field, the program's name in brackets, may hold spaces.
    return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return Number(ask(pid, 'ppid')) || pid;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
