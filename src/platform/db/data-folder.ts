import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { StartProblem } from '#platform/config/start-problem.ts';
import { canEnter, type EngineAccount, findEngineAccount, runsAsRoot } from './engine-account.ts';

/** The folder of the database's files. Only the engine's account, which owns it, can read it. */
export const engineFolderOf = (dataDir: string): string => path.join(dataDir, 'postgres');

export interface DataFolderOptions {
  /** `DATA_DIR` as it was set (relative to the project), or undefined. */
  wanted: string | undefined;
  projectFolder: string;
  /** False when `DATABASE_URL` is set: then the folder holds only small files of our own. */
  forEngine: boolean;
  /** The value of `ENGINE_USER`. */
  account?: string | undefined;
  /** The parent of data folders that cannot be inside the project. Only tests change it. */
  systemFolder?: string;
}

/**
 * Returns the data folder to use and notes for the operator; creates nothing. When root starts the shop, PostgreSQL
 * runs under another account, which may be unable to reach a project in a private folder such as /root. Then the
 * default folder is outside the project, and a DATA_DIR inside it is refused.
 */
export function chooseDataFolder(request: DataFolderOptions): { folder: string; notes: string[] } {
  const folder = path.resolve(request.projectFolder, request.wanted ?? 'data');
  if (!request.forEngine || !runsAsRoot()) return { folder, notes: [] };
  const account = findEngineAccount(engineFolderOf(folder), request.account);
  if (!account || reaches(account, folder)) return { folder, notes: [] };
  if (request.wanted) {
    throw new StartProblem(
      `DATA_DIR: ${folder} cannot be reached by the account "${account.name}", under which the database runs when root ` +
        'starts the shop. Choose a folder whose parents that account may enter (for example below /var/lib or /srv), ' +
        'start the shop as a normal user, or set DATABASE_URL.',
    );
  }
  const name = crypto.createHash('sha256').update(fs.realpathSync(request.projectFolder)).digest('hex').slice(0, 12);
  const elsewhere = path.join(request.systemFolder ?? '/var/lib/foyer', name);
  return {
    folder: elsewhere,
    notes: [
      `The data is in ${elsewhere}: ${folder} cannot be reached by the account "${account.name}", under which the ` +
        'database runs when root starts the shop. Set DATA_DIR to choose another place.',
    ],
  };
}

/** Creates the folder if it is missing, readable only by us and the engine's account. */
export function makeDataFolder(folder: string, account: EngineAccount | undefined): void {
  try {
    const isNew = makeFolder(folder, account);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (account && (isNew || (isOurs(folder) && !canEnter(account, folder)))) {
      fs.chownSync(folder, 0, account.gid);
      fs.chmodSync(folder, 0o710);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      `The data folder ${folder} cannot be created or written to (${code}). Set DATA_DIR to another folder.`,
    );
  }
}

/** True if the folder belongs to root and is empty or contains files of ours, so that we may set its permissions. */
function isOurs(folder: string): boolean {
  const names = fs.readdirSync(folder);
  return fs.statSync(folder).uid === 0 && (names.length === 0 || names.some((name) => OUR_NAMES.has(name)));
}

const OUR_NAMES = new Set(['postgres', 'secret-key']);

function reaches(account: EngineAccount, folder: string): boolean {
  if (fs.existsSync(folder)) {
    return canEnter(account, folder) || (canEnter(account, path.dirname(folder)) && isOurs(folder));
  }
  let ancestor = path.dirname(folder);
  while (!fs.existsSync(ancestor)) ancestor = path.dirname(ancestor);
  return canEnter(account, ancestor);
}

/**
 * Returns whether it created the folder. Regardless of the umask, everybody may enter the parents it creates if the
 * engine has an account of its own, and otherwise only we may.
 */
function makeFolder(folder: string, account: EngineAccount | undefined): boolean {
  if (fs.existsSync(folder)) return false;
  const parent = path.dirname(folder);
  if (makeFolder(parent, account)) fs.chmodSync(parent, account ? 0o711 : 0o700);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
