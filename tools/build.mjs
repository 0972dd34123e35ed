// npm run build: builds even when nothing changed.
import { ensureBuilt } from './set-up/build.mjs';
import { ensureInstalled } from './set-up/install.mjs';
import { giveUp } from './set-up/project.mjs';

await ensureInstalled();
await ensureBuilt({ always: true }).catch((error) => giveUp(error.message));
