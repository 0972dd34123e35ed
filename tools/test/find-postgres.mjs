import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const OLDEST = 15;

/** Folders with one folder per version, and the path of the programs inside each. */
const COLLECTIONS = [
  ['/usr/lib/postgresql', /^\d+$/, 'bin'],
  ['/usr', /^pgsql-\d+$/, 'bin'],
  ['/opt/homebrew/opt', /^postgresql@\d+$/, 'bin'],
  ['/usr/local/opt', /^postgresql@\d+$/, 'bin'],
  ['/Applications/Postgres.app/Contents/Versions', /^\d+$/, 'bin'],
];

/**
 * Returns this machine's oldest PostgreSQL that the shop still supports, or undefined. The tests run on the newest
 * anyway.
 */
export function findPostgres() {
  const folders = [
    ...COLLECTIONS.flatMap(foldersIn),
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/local/pgsql/bin',
  ];
  return folders
    .filter((bin) => fs.existsSync(path.join(bin, 'postgres')) && fs.existsSync(path.join(bin, 'initdb')))
    .map((bin) => ({ bin, major: majorOf(bin) }))
    .filter(({ major }) => major >= OLDEST)
    .sort((one, other) => one.major - other.major)[0];
}

function foldersIn([parent, pattern, inside]) {
  if (!fs.existsSync(parent)) return [];
  return fs
    .readdirSync(parent)
    .filter((name) => pattern.test(name))
    .map((name) => path.join(parent, name, inside));
}

function majorOf(bin) {
  const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number.parseInt(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? '0', 10);
}
