import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from '#platform/config/start-problem.ts';
import { asAccount, type EngineAccount } from './engine-account.ts';
import { type EngineBinaries, renameUnlessThere } from './engine-binaries.ts';

/** The only database user of an embedded engine. It is reached by the private socket alone, so it has no password. */
export const ENGINE_USER_NAME = 'foyer';

/**
 * The folder of the database's files, made on the first start. It is made beside and renamed when it is complete: a
 * first start that is killed leaves only a folder that the next one throws away.
 */
export function openCluster(
  engineFolder: string,
  binaries: EngineBinaries,
  account: EngineAccount | undefined,
): string {
  const cluster = path.join(engineFolder, `pg${binaries.major}`);
  if (fs.existsSync(cluster)) return cluster;
  refuseOtherMajor(engineFolder, binaries);
  const beside = `${cluster}.new-${process.pid}`;
  const made = makeFiles(path.join(binaries.bin, 'initdb'), initdbArguments(beside, binaries.major), account);
  if (made.status !== 0) {
    fs.rmSync(beside, { recursive: true, force: true });
    throw initdbProblem(`${made.error?.message ?? ''}${made.stderr ?? ''}`.trim());
  }
  renameUnlessThere(beside, cluster);
  return cluster;
}

/** Removes what an interrupted start left behind; a folder of a process that still lives is left alone. */
export function removeLeftovers(engineFolder: string): void {
  for (const name of fs.readdirSync(engineFolder)) {
    const pid = /\.new-(\d+)$/.exec(name)?.[1];
    if (pid && !isAnotherLiving(Number(pid))) {
      fs.rmSync(path.join(engineFolder, name), { recursive: true, force: true });
    }
  }
}

function isAnotherLiving(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A data folder never meets another major version by accident: PostgreSQL cannot open it, and an empty one beside it would look like loss. */
function refuseOtherMajor(engineFolder: string, binaries: EngineBinaries): void {
  const other = fs.readdirSync(engineFolder).find((name) => /^pg\d+$/.test(name));
  if (!other) return;
  throw new StartProblem(
    `${path.join(engineFolder, other)} was written by PostgreSQL ${other.slice(2)}, and this is PostgreSQL ` +
      `${binaries.version}, which cannot open it. Use the version of Foyer (or POSTGRES_BIN) that wrote it, or move the data over first.`,
  );
}

function initdbArguments(folder: string, major: number): string[] {
  // The builtin locale needs no library of the machine, so that an index never changes its order under an update.
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : [process.platform === 'linux' ? '--locale=C.UTF-8' : '--locale=C'];
  return ['-D', folder, '-U', ENGINE_USER_NAME, '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', ...locale];
}

const NO_NAME = /could not look up effective user ID/;

/**
 * `initdb` insists that its user has a name, which the user of a container often lacks; the server itself does not care.
 * Where the system lets us, the number is mapped to the one of `nobody` for this one program.
 */
function makeFiles(initdb: string, args: string[], account: EngineAccount | undefined): SpawnSyncReturns<string> {
  const options = {
    ...asAccount(account),
    cwd: '/',
    encoding: 'utf8' as const,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  };
  const made = spawnSync(initdb, args, options);
  if (made.status === 0 || !NO_NAME.test(made.stderr ?? '')) return made;
  const mapped = ['--user', '--map-user=65534', '--map-group=65534', initdb, ...args];
  const again = spawnSync('unshare', mapped, options);
  return again.status === 0 ? again : made;
}

function initdbProblem(output: string): StartProblem {
  if (NO_NAME.test(output)) {
    return new StartProblem(
      `The user id ${process.getuid?.()} has no entry in /etc/passwd, and PostgreSQL cannot create a new database without ` +
        'one. Give the user an entry, start the shop as root or as another user, or set DATABASE_URL.',
    );
  }
  return new StartProblem(`The embedded database could not be created. PostgreSQL says: ${output}`);
}
