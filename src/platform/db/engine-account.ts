import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { StartProblem } from '#platform/config/start-problem.ts';

/** An unprivileged account, because PostgreSQL refuses to run as root. */
export interface EngineAccount {
  name: string;
  uid: number;
  gid: number;
}

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/**
 * Returns the account for the embedded engine: the owner of an existing engine folder, else the wanted account,
 * `postgres` or `nobody`. Undefined when the shop does not run as root; then PostgreSQL uses our own account.
 */
export function findEngineAccount(clusterParent: string, wanted?: string): EngineAccount | undefined {
  if (!runsAsRoot()) return undefined;
  const owner = ownerOf(clusterParent);
  if (owner && owner.uid !== 0) return owner;
  if (wanted) {
    const account = accountNamed(wanted);
    if (!account || account.uid === 0) {
      throw new StartProblem(`ENGINE_USER: there is no unprivileged account named "${wanted}" on this machine.`);
    }
    return account;
  }
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (!account) {
    throw new StartProblem(
      'PostgreSQL refuses to run as root, and this machine has neither an account "postgres" nor "nobody". ' +
        'Start the shop as a normal user, name an unprivileged account in ENGINE_USER, or set DATABASE_URL.',
    );
  }
  return account;
}

/** Options for `spawn`. */
export const asAccount = (account: EngineAccount | undefined): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {};

/** Tests by entering the folder, because groups, mounts and access lists all matter. */
export function canEnter(account: EngineAccount | undefined, folder: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...asAccount(account),
    cwd: '/',
    stdio: 'ignore',
  });
  return tried.status === 0;
}

function ownerOf(folder: string): EngineAccount | undefined {
  try {
    const { uid, gid } = fs.statSync(folder);
    return { name: `user ${uid}`, uid, gid };
  } catch {
    return undefined;
  }
}

function accountNamed(name: string): EngineAccount | undefined {
  const line = passwd().find((entry) => entry[0] === name);
  return line && { name, uid: Number(line[2]), gid: Number(line[3]) };
}

function passwd(): string[][] {
  try {
    return fs
      .readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}
