import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { oneAtATime } from './one-at-a-time.mjs';
import { giveUp, inProject, ownNode } from './project.mjs';
import { run } from './run.mjs';

const OLDEST_NODE = 26;

/**
 * Installs the packages of package-lock.json, Node itself included, if they are missing or outdated. Otherwise it
 * returns within a few milliseconds.
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await oneAtATime('install', async () => {
    if (isInstalled()) return;
    console.log('Installing what package-lock.json lists (npm ci). This happens once.');
    // An incomplete installation must not look complete.
    fs.rmSync(stampFile, { force: true });
    const code = await npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    if (code !== 0) giveUp('npm ci failed, see above. It needs the npm registry once; nothing needs it afterwards.');
    await ensureOwnNode();
    fs.writeFileSync(stampFile, wantedStamp());
  });
}

const stampFile = inProject('node_modules', '.foyer-installed');

function isInstalled() {
  try {
    return fs.readFileSync(stampFile, 'utf8') === wantedStamp() && fs.existsSync(ownNode);
  } catch {
    return false;
  }
}

/** The stamp includes platform and processor, because the same folder can be mounted on another machine. */
function wantedStamp() {
  const lock = fs.readFileSync(inProject('package-lock.json'));
  return `${process.platform}-${process.arch} ${crypto.createHash('sha256').update(lock).digest('hex')}\n`;
}

/** Some npm settings keep packages from running their install script; the package `node` then provides no Node. */
async function ensureOwnNode() {
  if (ownNodeWorks()) return;
  const package_ = inProject('node_modules', 'node');
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd: package_ });
  if (!ownNodeWorks()) giveUp(`Node ${OLDEST_NODE} could not be installed by the npm package "node" for this machine.`);
}

function ownNodeWorks() {
  const answer = spawnSync(ownNode, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 && Number.parseInt(answer.stdout.slice(1), 10) >= OLDEST_NODE;
}

/** Runs the npm that started this program, otherwise the one on the path. */
function npm(args) {
  const script = process.env.npm_execpath;
  const isNpm = script && /npm-cli\.c?js$/.test(script) && fs.existsSync(script);
  return isNpm ? run(process.execPath, [script, ...args]) : run('npm', args);
}
