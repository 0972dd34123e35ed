import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. (The oldest Node that must run this lacks `import.meta.dirname`.) */
export const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const inProject = (...parts) => path.join(project, ...parts);

/** The project's own Node, which runs everything except the first steps. */
export const ownNode = inProject('node_modules', 'node', 'bin', 'node');

/** Prints a message for a person and ends the process. */
export function giveUp(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
