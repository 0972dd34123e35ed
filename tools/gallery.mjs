// npm run gallery: pictures of every primitive, screen, mail and document in every state; see tools/gallery/README.md.
import { ensureBuilt } from './set-up/build.mjs';
import { ensureInstalled } from './set-up/install.mjs';
import { giveUp, inProject, ownNode } from './set-up/project.mjs';
import { becomeProgram } from './set-up/run.mjs';
import { ensureChromium } from './test/chromium.mjs';

await ensureInstalled();
await ensureBuilt().catch((error) => giveUp(error.message));
await ensureChromium();
becomeProgram(ownNode, [inProject('tools/gallery/main.ts'), ...process.argv.slice(2)]);
