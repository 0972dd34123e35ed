import { spawn } from 'node:child_process';
import { project } from './project.mjs';

/** Runs a program in the project's folder with this process's input and output. Resolves with its exit code. */
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
