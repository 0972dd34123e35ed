// Prints the server tests that run on a PostgreSQL server, one per line. It is a separate program, because globs need
// the project's Node, and npm test starts with whatever Node is installed.
import fs from 'node:fs';
import { project } from '../set-up/project.mjs';
import { BOTH_ENGINES, OLDEST_ENGINE } from './server-engines.mjs';

const files = [...BOTH_ENGINES, ...OLDEST_ENGINE].flatMap((glob) => fs.globSync(glob, { cwd: project }));
for (const file of files) if (file.endsWith('.server.test.ts')) console.log(file);
