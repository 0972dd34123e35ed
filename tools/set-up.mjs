// node tools/set-up.mjs [build | rebuild] [chromium]: prepares what the scripts in package.json need. Installs missing
// packages; builds the application when its sources have changed, or always with `rebuild`; installs a Chromium if the
// machine has none.
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
