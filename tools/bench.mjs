// npm run bench: how fast the shop is beside the limits of the machine; see bench/README.md.
import { ensureBuilt } from './set-up/build.mjs';
import { ensureInstalled } from './set-up/install.mjs';
import { giveUp, inProject, ownNode } from './set-up/project.mjs';
import { becomeProgram } from './set-up/run.mjs';

await ensureInstalled();
await ensureBuilt().catch((error) => giveUp(error.message));
becomeProgram(ownNode, [inProject('bench/main.ts'), ...process.argv.slice(2)]);
