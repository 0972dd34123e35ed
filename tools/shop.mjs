// npm run shop -- <command>: the operator's command line.
import { ensureInstalled } from './set-up/install.mjs';
import { inProject, ownNode } from './set-up/project.mjs';
import { becomeProgram } from './set-up/run.mjs';

await ensureInstalled();
// Paths are meant from where the command was typed, which npm changes to the project's folder.
becomeProgram(ownNode, [inProject('src/apps/cli/main.ts'), ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
