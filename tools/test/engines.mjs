import { spawnSync } from 'node:child_process';
import { ENGINES, findEngine } from '../set-up/find-engines.mjs';
import { run } from '../set-up/run.mjs';

/** The longest time to fetch packages, in seconds. Installing them takes seconds more and must not be cut off. */
const FETCH_S = 120;

/** Installs Firefox and WebKitGTK if possible (as root, with apt-get). Returns those still missing, and prints why. */
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
  const quiet = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  };
  const wanted = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const fetched = `apt-get update -qq && apt-get --download-only ${wanted.join(' ')}`;
  const code = await run('timeout', [`${FETCH_S}s`, 'sh', '-c', fetched], quiet);
  if (code === 0) await run('apt-get', wanted, quiet);
}
