// node tools/set-up.mjs [build | rebuild] [chromium]: what the programs of package.json's scripts need. Installs what
// is missing; builds the application when its sources changed, or in any case; installs a Chromium when the machine has
// none.
import { ensureInstalled } from './set-up/install.mjs';
import { giveUp } from './set-up/project.mjs';

const wanted = process.argv.slice(2);
await ensureInstalled();
if (wanted.includes('build') || wanted.includes('rebuild')) {
  const { ensureBuilt } = await import('./set-up/build.mjs');
  await ensureBuilt({ always: wanted.includes('rebuild') }).catch((error) => giveUp(error.message));
}
if (wanted.includes('chromium')) {
  const { ensureChromium } = await import('./test/chromium.mjs');
  await ensureChromium();
}
