import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. (`import.meta.dirname` is younger than the oldest Node that has to run this.) */
export const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export const inProject = (...parts) => path.join(project, ...parts);

/** The Node that the project brings along; everything but the first steps runs on it. */
export const ownNode = inProject('node_modules', 'node', 'bin', 'node');

/** Prints a message for a person and ends the process. */
export function giveUp(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
