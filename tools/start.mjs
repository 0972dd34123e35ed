// npm start: installs what is missing, builds when the sources changed, and runs the shop.
import { ensureBuilt } from './set-up/build.mjs';
import { ensureInstalled } from './set-up/install.mjs';
import { giveUp, inProject, ownNode } from './set-up/project.mjs';
import { becomeProgram } from './set-up/run.mjs';

await ensureInstalled();
await ensureBuilt().catch((error) => giveUp(error.message));
becomeProgram(ownNode, [inProject('src/apps/server/main.ts'), ...process.argv.slice(2)]);
