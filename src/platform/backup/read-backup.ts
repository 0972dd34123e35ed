import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type BackupHead, backupHead, backupRows, HEAD_FILE, ROWS_FILE, SUMS_FILE } from './backup-format.ts';
import { BackupProblem, UnusableFile } from './backup-problem.ts';
import { refuseUnknownMigrations } from './known-migrations.ts';
import { type TarEntry, tarEntries } from './tar-read.ts';

export interface CheckedBackup {
  readonly head: BackupHead;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Checks every file against its checksum. `checkHead` receives the head before the rest is read, and may throw to refuse
 * the backup. Throws a `BackupProblem` for an unusable file.
 */
export async function checkBackup(
  file: string,
  checkHead: (head: BackupHead) => void = () => {},
): Promise<CheckedBackup> {
  return await withBackupProblems(file, async () => {
    const sums = new Map<string, string>();
    let head: BackupHead | undefined;
    let rows: Readonly<Record<string, number>> | undefined;
    let expected: string | undefined;
    for await (const entry of backupEntries(file)) {
      if (expected !== undefined) throw new UnusableFile(`it is damaged: ${entry.name} comes after its end`);
      if (!head) {
        const content = entry.name === HEAD_FILE ? await wholeOf(entry) : Buffer.from('');
        head = readHead(content);
        refuseUnknownMigrations(head.migrations, 'The backup');
        checkHead(head);
        sums.set(entry.name, sumOf(content));
      } else if (entry.name === SUMS_FILE) {
        expected = (await wholeOf(entry)).toString('utf8');
      } else if (entry.name === ROWS_FILE) {
        const content = await wholeOf(entry);
        sums.set(entry.name, sumOf(content));
        rows = backupRows.safeParse(parsedJson(content)).data;
      } else {
        const hash = createHash('sha256');
        for await (const piece of entry.content) hash.update(piece);
        sums.set(entry.name, hash.digest('hex'));
      }
    }
    if (!head || expected === undefined) throw new UnusableFile('it ends too soon: it was cut off');
    verifyChecksums(sums, expected);
    if (!rows) throw new UnusableFile('it is damaged: the number of its rows is missing');
    return { head, rows };
  });
}

/** Reads the entries of a backup without checking them. */
export function backupEntries(file: string): AsyncGenerator<TarEntry> {
  // An error in either stream ends the loop over the unzipped one.
  return tarEntries(pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), createGunzip(), () => {}));
}

/** Runs `work` and turns errors that mean an unusable file into a `BackupProblem`. */
export async function withBackupProblems<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const why = whyUnusable(error);
    if (why === undefined) throw error;
    throw new BackupProblem(`${file} cannot be used: ${why}.`);
  }
}

function whyUnusable(error: unknown): string | undefined {
  if (error instanceof UnusableFile) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'Z_BUF_ERROR') return 'it ends too soon: it was cut off';
  if (message === 'incorrect header check') return NO_BACKUP;
  if (/^Z_/.test(code)) return `it is damaged (${message})`;
  if (['EACCES', 'EPERM', 'EIO'].includes(code)) return message;
  return undefined;
}

const NO_BACKUP = 'it is not a Foyer backup';

function readHead(content: Buffer): BackupHead {
  const value = parsedJson(content) as { product?: unknown; format?: unknown } | undefined;
  if (value?.product !== 'foyer') throw new UnusableFile(NO_BACKUP);
  const head = backupHead.safeParse(value);
  if (head.success) return head.data;
  const { format } = value;
  throw new UnusableFile(
    format === backupHead.shape.format.value
      ? 'it is damaged: its head cannot be read'
      : `it has the format ${format}, and this version of Foyer reads ${backupHead.shape.format.value}`,
  );
}

function verifyChecksums(found: ReadonlyMap<string, string>, text: string): void {
  const expected = new Map(
    text.split('\n').flatMap((line) => {
      const [sum, name] = line.split('  ');
      return name === undefined ? [] : [[name, sum] as const];
    }),
  );
  for (const [name, sum] of found) {
    if (expected.get(name) !== sum) throw new UnusableFile(`it is damaged: ${name} does not match its checksum`);
  }
  for (const name of expected.keys()) {
    if (!found.has(name)) throw new UnusableFile(`it is damaged: ${name} is missing`);
  }
}

/** Our own small files fit; a foreign archive must not fill the memory. */
const MAX_WHOLE_BYTES = 64 << 20;

async function wholeOf({ name, size, content }: TarEntry): Promise<Buffer> {
  if (size > MAX_WHOLE_BYTES) throw new UnusableFile(`it is damaged: ${name} is too large`);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

function parsedJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}

const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
