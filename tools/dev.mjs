// npm run dev: the shop with live reload.
import { ensureInstalled } from './set-up/install.mjs';
import { inProject, ownNode } from './set-up/project.mjs';
import { becomeProgram, run } from './set-up/run.mjs';

await ensureInstalled();
await run(ownNode, [inProject('tools/art/write-demo-art.ts')]);
becomeProgram(ownNode, [inProject('tools/dev/dev-server.ts')], { env: { ...process.env, NODE_ENV: 'development' } });
