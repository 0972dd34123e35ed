import { spawnSync } from 'node:child_process';
import { findChromium } from '../set-up/find-chromium.mjs';
import { giveUp, inProject, ownNode } from '../set-up/project.mjs';
import { run } from '../set-up/run.mjs';

/** Installs a Chromium if the machine has none: the system's package if possible, otherwise Playwright's download. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  for (const [how, install] of [
    ['apt-get install chromium chromium-headless-shell', () => installBySystem('chromium', 'chromium-headless-shell')],
    ['apt-get install chromium', () => installBySystem('chromium')],
    ['playwright install chromium', installByPlaywright],
  ]) {
    console.log(`No Chromium on this machine: ${how}`);
    await install();
    const installed = findChromium();
    if (installed) return installed;
  }
  return giveUp('No Chromium could be installed. Install one, or set CHROMIUM_PATH to one.');
}

async function installBySystem(...packages) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
  await run('apt-get', ['update', '-qq'], quiet);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
}

async function installByPlaywright() {
  await run(
    ownNode,
    [inProject('node_modules/playwright-core/cli.js'), 'install', '--with-deps', 'chromium'].filter(isPermitted),
  );
}

/** Only root can install the system libraries that the browser needs. */
const isPermitted = (argument) => argument !== '--with-deps' || process.getuid?.() === 0;
