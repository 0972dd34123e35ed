import { createWriteStream } from 'node:fs';
import { link, lstat, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { syncToDisk } from '#platform/db/engine-binaries.ts';
import { MIGRATIONS_FOLDER } from '#platform/db/migrate.ts';
import { Archive } from './archive.ts';
import { BACKUP_FORMAT, type BackupHead, HEAD_FILE, PICTURE_FOLDERS, pieceName, ROWS_FILE } from './backup-format.ts';
import { BackupProblem } from './backup-problem.ts';
import { refuseUnknownMigrations } from './known-migrations.ts';
import {
  COPY_SETTINGS,
  copyTarget,
  countersOf,
  FILES_TABLE_NAME,
  madeByMigrations,
  type ShopTable,
  shopTables,
} from './shop-tables.ts';

export interface BackupSource {
  /** Must be connected and unused by anything else until the backup ends. */
  readonly client: pg.Client;
  /** The data folder, where earlier versions kept the pictures. */
  readonly dataDir: string;
  readonly keyFingerprint: string;
  /** Called before each table is read. */
  readonly onTable?: (name: string) => Promise<void>;
}

export interface BackupReport {
  readonly file: string;
  readonly head: BackupHead;
  readonly rows: number;
  readonly pictures: number;
  readonly bytes: number;
  /** Tables of other programs. The backup does not contain them. */
  readonly foreignTables: readonly string[];
}

/**
 * Writes the entire shop, as of one moment, into one file while it runs, with a few megabytes in memory at a time.
 * `target` is a folder, or a file that does not exist yet. The file gets its name only once it is complete and on disk.
 */
export async function writeBackup(source: BackupSource, target: string): Promise<BackupReport> {
  const { client } = source;
  // One snapshot covers everything: an order placed meanwhile is in the backup completely or not at all.
  await client.query('begin isolation level repeatable read, read only');
  await client.query(COPY_SETTINGS);
  const { head, foreignTables } = await readHead(client, source.keyFingerprint);
  const file = await fileFor(target, new Date(head.made_at));
  const counts = { rows: 0, pictures: 0 };
  const part = `${file}.unfinished-${process.pid}`;
  try {
    await pipeline(
      Readable.from(backupBytes(source, head, counts), { objectMode: false, highWaterMark: 1 << 20 }),
      createGzip({ level: 3 }),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await client.query('commit');
    await linkToName(part, file);
    syncToDisk(path.dirname(file));
    return { file, head, ...counts, bytes: (await stat(file)).size, foreignTables };
  } catch (error) {
    await rm(part, { force: true });
    throw asProblem(error, { part, file });
  }
}

async function readHead(
  client: pg.Client,
  keyFingerprint: string,
): Promise<{ head: BackupHead; foreignTables: string[] }> {
  const { rows } = await client.query<{ madeAt: Date; version: string; isShop: boolean }>(
    `select now() as "madeAt", current_setting('server_version') as version,
       to_regclass('shop_state') is not null and to_regclass('schema_migrations') is not null as "isShop"`,
  );
  const { madeAt, version, isShop } = rows[0]!;
  const shops = isShop
    ? await client.query<{ name: string }>(`select config->'public'->>'name' as name from shop_state`)
    : { rows: [] };
  const [shop] = shops.rows;
  // A backup of the wrong database would look like a good one.
  if (!shop)
    throw new BackupProblem(
      'There is no shop in this database. Set DATA_DIR or DATABASE_URL to the values the shop itself uses.',
    );
  const { rows: migrations } = await client.query<BackupHead['migrations'][number]>(
    'select number, file, checksum from schema_migrations order by number',
  );
  refuseUnknownMigrations(migrations, 'The database');
  const { tables, foreignTables } = await shopTables(client, madeByMigrations(MIGRATIONS_FOLDER).tables);
  const head: BackupHead = {
    product: 'foyer',
    format: BACKUP_FORMAT,
    made_at: madeAt.toISOString(),
    shop: shop.name,
    key_fingerprint: keyFingerprint,
    server_version: version,
    migrations,
    tables,
    counters: await countersOf(client, tables),
  };
  return { head, foreignTables };
}

async function* backupBytes(
  { client, dataDir, onTable }: BackupSource,
  head: BackupHead,
  counts: { rows: number; pictures: number },
): AsyncGenerator<Buffer> {
  const archive = new Archive(new Date(head.made_at));
  yield* archive.file(HEAD_FILE, asJson(head));
  const rows: Record<string, number> = {};
  for (const table of head.tables) {
    await onTable?.(table.name);
    const copy = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
    yield* pieces(archive, table, copy);
    // The row count may arrive in a message after the rows, but before the next answer.
    await client.query('select 1');
    rows[table.name] = copy.rowCount;
    counts.rows += copy.rowCount;
  }
  const stored = await storedPictures(client);
  for (const name of stored) {
    const { rows: found } = await client.query(`select content from ${FILES_TABLE_NAME} where name = $1`, [name]);
    yield* archive.file(name, found[0].content);
    counts.pictures += 1;
  }
  // The database has no pictures before the first start of a version that keeps them there.
  for (const folder of stored.length > 0 ? [] : PICTURE_FOLDERS) {
    for (const name of await filesBelow(path.join(dataDir, folder))) {
      const file = path.join(dataDir, folder, name);
      yield* archive.fileOf(`${folder}/${name}`, file, (await stat(file)).size);
      counts.pictures += 1;
    }
  }
  yield* archive.file(ROWS_FILE, asJson(rows));
  yield* archive.end();
}

async function storedPictures(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select to_regclass('${FILES_TABLE_NAME}') is not null as "isThere"`);
  if (!found[0].isThere) return [];
  const { rows } = await client.query<{ name: string }>(`select name from ${FILES_TABLE_NAME} order by name`);
  return rows.map(({ name }) => name);
}

const PIECE_BYTES = 4 << 20;

/** Splits the rows of a table into files of a few megabytes, because a file's size precedes its content. */
async function* pieces(archive: Archive, { name }: ShopTable, copy: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  let count = 0;
  for await (const chunk of copy) {
    gathered.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield* archive.file(pieceName(name, ++count), Buffer.concat(gathered));
    gathered = [];
    size = 0;
  }
  if (size > 0) yield* archive.file(pieceName(name, ++count), Buffer.concat(gathered));
}

/** Returns the relative paths of all finished files in a folder; none if the folder does not exist. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/\.part(\/|$)/.test(name))
    .sort();
}

const LEFTOVER_MS = 24 * 60 * 60_000;

/**
 * Returns the file to write. If `target` is a folder, the file is named after the time, and leftovers of interrupted
 * backups in the folder are deleted when they are more than a day old.
 */
async function fileFor(target: string, madeAt: Date): Promise<string> {
  const found = await lstat(target).catch(() => undefined);
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? false;
  if (found && !isFolder) throw alreadyExists(target);
  if (!isFolder) return target;
  for (const name of await readdir(target)) {
    if (!/^foyer-.*\.unfinished-\d+$/.test(name)) continue;
    const leftover = path.join(target, name);
    if (Date.now() - (await stat(leftover)).mtimeMs > LEFTOVER_MS) await rm(leftover);
  }
  const stamp = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return path.join(target, `foyer-${stamp}.tar.gz`);
}

/** Links instead of renaming, because a rename would overwrite a file that was created there in the meantime. */
async function linkToName(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyExists(file);
    // Some file systems do not support links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    if (await lstat(file).catch(() => undefined)) throw alreadyExists(file);
    return await rename(part, file);
  }
  await rm(part, { force: true });
}

const alreadyExists = (file: string): BackupProblem =>
  new BackupProblem(`${file} already exists. A backup never overwrites a file.`);

function asProblem(error: unknown, { part, file }: { readonly part: string; readonly file: string }): unknown {
  const { code = '', syscall = '', message, path: about } = error as NodeJS.ErrnoException;
  // Errors of the database connection have the syscall `write` too.
  if (['EPIPE', 'ECONNRESET'].includes(code)) return error;
  if (!['open', 'write', 'fsync', 'link', 'rename', 'close'].includes(syscall)) return error;
  if (about !== undefined && about !== part) return new BackupProblem(`${about} cannot be read: ${message}`);
  const folder = path.dirname(file);
  if (code === 'ENOENT' && syscall === 'open') return new BackupProblem(`There is no folder ${folder}.`);
  if (code === 'ENOENT') return new BackupProblem(`The folder ${folder} is gone, and the backup with it.`);
  if (['ENOSPC', 'EDQUOT'].includes(code)) return new BackupProblem(`There is not enough space for ${file}.`);
  return new BackupProblem(`${file} cannot be written: ${message}`);
}

const asJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
