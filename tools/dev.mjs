// npm run dev: the shop with live reload.
import { ensureInstalled } from './set-up/install.mjs';
import { inProject, ownNode } from './set-up/project.mjs';
import { becomeProgram } from './set-up/run.mjs';

await ensureInstalled();
becomeProgram(ownNode, [inProject('tools/dev/dev-server.ts')], { env: { ...process.env, NODE_ENV: 'development' } });
