import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from '#platform/config/start-problem.ts';
import { asAccount, type EngineAccount } from './engine-account.ts';
import { type EngineBinaries, renameUnlessThere } from './engine-binaries.ts';

/** The embedded engine's only user. It needs no password, because it can only connect through the private socket. */
export const ENGINE_USER_NAME = 'foyer';

/**
 * Returns the folder of the database's files; the first start creates it under another name and renames it when
 * complete. If the first start is killed, it leaves only an incomplete folder, which the next start removes.
 */
export function openCluster(
  engineFolder: string,
  binaries: EngineBinaries,
  account: EngineAccount | undefined,
): string {
  const cluster = path.join(engineFolder, `pg${binaries.major}`);
  if (fs.existsSync(cluster)) return cluster;
  refuseOtherMajor(engineFolder, binaries);
  const temporary = `${cluster}.new-${process.pid}`;
  const made = makeFiles(path.join(binaries.bin, 'initdb'), initdbArguments(temporary, binaries.major), account);
  if (made.status !== 0) {
    fs.rmSync(temporary, { recursive: true, force: true });
    throw initdbProblem(`${made.error?.message ?? ''}${made.stderr ?? ''}`.trim());
  }
  renameUnlessThere(temporary, cluster);
  return cluster;
}

/** Removes files of interrupted starts, but never those of a process that is still running. */
export function removeLeftovers(engineFolder: string): void {
  for (const name of fs.readdirSync(engineFolder)) {
    const pid = /\.new-(\d+)$/.exec(name)?.[1];
    if (pid && !isOtherLivingProcess(Number(pid))) {
      fs.rmSync(path.join(engineFolder, name), { recursive: true, force: true });
    }
  }
}

function isOtherLivingProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** PostgreSQL cannot open another major version's files, and starting on an empty folder would look like data loss. */
function refuseOtherMajor(engineFolder: string, binaries: EngineBinaries): void {
  const other = fs.readdirSync(engineFolder).find((name) => /^pg\d+$/.test(name));
  if (!other) return;
  throw new StartProblem(
    `${path.join(engineFolder, other)} was written by PostgreSQL ${other.slice(2)}, and this is PostgreSQL ` +
      `${binaries.version}, which cannot open it. Use the version of Foyer (or POSTGRES_BIN) that wrote it, or move the data over first.`,
  );
}

function initdbArguments(folder: string, major: number): string[] {
  // The builtin locale does not depend on the machine's libraries, so an update never changes the order of an index.
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : [process.platform === 'linux' ? '--locale=C.UTF-8' : '--locale=C'];
  return ['-D', folder, '-U', ENGINE_USER_NAME, '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', ...locale];
}

const NO_NAME = /could not look up effective user ID/;

/**
 * Runs `initdb`, which insists on a user with a name. A container's user often lacks one; the server itself needs none.
 * Where the system allows it, we map the user's number to that of `nobody` for this one program.
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
