import { StartProblem } from '#platform/config/start-problem.ts';
import { lowerPriority } from '#platform/work/lower-priority.ts';
import { runCommand } from './run-command.ts';

const words = process.argv.slice(2);
// Reading a large folder keeps a core busy for seconds, and sales on the same machine take priority. The program does
// this and not the command, because tests run commands in their own process.
if (words[0] === 'import') lowerPriority();

// A reader such as `head` may close the pipe early. The command still finishes its work.
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

runCommand(words).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    if (error instanceof StartProblem) process.stderr.write(`${error.message}\n`);
    else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  },
);
