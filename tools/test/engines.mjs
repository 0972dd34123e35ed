import { spawnSync } from 'node:child_process';
import { ENGINES, findEngine } from '../set-up/find-engines.mjs';
import { run } from '../set-up/run.mjs';

/** Longest time for the packages, in milliseconds. */
const INSTALL_MS = 150_000;

/**
 * Makes sure that Firefox and WebKitGTK are there, where that can be done: as root with apt-get. Answers which of them are missing, by
 * name; the reason has been printed.
 */
export async function ensureEngines() {
  const missing = () => Object.keys(ENGINES).filter((engine) => !findEngine(engine));
  if (missing().length > 0) await install(missing().flatMap((engine) => ENGINES[engine].packages));
  return missing().map((engine) => ENGINES[engine].name);
}

async function install(packages) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    console.log('Firefox and WebKitGTK can only be installed by root with apt-get.');
    return;
  }
  console.log(`Installing: apt-get install ${packages.join(' ')}`);
  const deadline = Date.now() + INSTALL_MS;
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const left = Math.max(1, deadline - Date.now());
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const code = await run('timeout', [`${Math.ceil(left / 1000)}s`, 'apt-get', '-qq', ...command], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (code !== 0) return;
  }
}
