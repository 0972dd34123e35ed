// node tools/set-up.mjs: installs what is missing, so that the programs of package.json's scripts can run.
import { ensureInstalled } from './set-up/install.mjs';

await ensureInstalled();
