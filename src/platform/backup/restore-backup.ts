import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { MIGRATIONS_FOLDER, MIGRATIONS_TABLE, runMigration } from '#platform/db/migrate.ts';
import { pictureOf, tableOfPiece } from './backup-format.ts';
import { BackupProblem, UnusableFile } from './backup-problem.ts';
import { clearDatabase, keepOthersOut } from './database-content.ts';
import { splitMigrations } from './known-migrations.ts';
import { backupEntries, type CheckedBackup, withBackupProblems } from './read-backup.ts';
import {
  COPY_SETTINGS,
  type Counter,
  copyTarget,
  FILES_TABLE_NAME,
  madeByMigrations,
  quoted,
  type ShopTable,
  shopTables,
} from './shop-tables.ts';

export interface RestoreTarget {
  /** Must be connected and unused by anything else until the restore ends; the caller closes it. */
  readonly client: pg.Client;
  /** The name of the database, if the shop in it may be deleted. */
  readonly replace?: string | undefined;
}

export interface RestoreReport {
  readonly rows: number;
  readonly pictures: number;
  /** Files of the migrations that are newer than the backup, which were then applied. */
  readonly migrated: readonly string[];
}

/**
 * Restores a backup that `checkBackup` has accepted, in one transaction: first the schema as it was then, then the
 * rows, then later migrations. Needs only the owner's rights. Constraints apply as always. Throws a
 * `BackupProblem` if the database refuses; then nothing has changed.
 */
export async function restoreBackup(
  file: string,
  { head, rows }: CheckedBackup,
  { client, replace }: RestoreTarget,
): Promise<RestoreReport> {
  await keepOthersOut(client);
  let doing = 'clear the database';
  try {
    await client.query('begin');
    await client.query(COPY_SETTINGS);
    // Triggers that react to new rows must not react to these.
    await client.query(`set local foyer.restoring to 'on'`);
    await clearDatabase(client, replace);
    doing = 'create the tables';
    const { before, after } = splitMigrations(head.migrations);
    await client.query(MIGRATIONS_TABLE);
    for (const migration of before) await runMigration(client, migration);
    const onTable = (name: string) => (doing = `load the rows of ${name}`);
    await withBackupProblems(file, async () => {
      await deleteSeedRows(client, head.tables);
      verifyRowCounts(await loadTables(file, { client, tables: head.tables, onTable }), rows);
    });
    doing = 'set the counters';
    for (const counter of head.counters) await setCounter(client, counter);
    doing = 'check the rows';
    // Checks deferred constraints now, because later migrations cannot alter a table with pending checks.
    await client.query('set constraints all immediate');
    await client.query('set constraints all deferred');
    for (const migration of after) {
      doing = `apply ${migration.file}`;
      await runMigration(client, migration);
    }
    // Pictures come last, because the backup may be older than the table of pictures.
    doing = 'load the pictures';
    const pictures = await withBackupProblems(file, () => loadPictures(file, client));
    await client.query('commit');
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    return { rows: total, pictures, migrated: after.map((migration) => migration.file) };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { message, detail } = error;
    throw new BackupProblem(`The restore could not ${doing}: ${message}${detail ? ` (${detail})` : ''}.`);
  }
}

async function setCounter(client: pg.Client, { table, column, value, is_used }: Counter): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
    table,
    column,
    value,
    is_used,
  ]);
}

/**
 * Deletes the rows that migrations inserted, because the backup contains their later state. Throws an `UnusableFile` if
 * the backup lacks a table.
 */
async function deleteSeedRows(client: pg.Client, tables: readonly ShopTable[]): Promise<void> {
  const made = await shopTables(client, madeByMigrations(MIGRATIONS_FOLDER).tables);
  const names = new Set(tables.map(({ name }) => name));
  const missing = made.tables.find(({ name }) => !names.has(name));
  if (missing) throw new UnusableFile(`it is damaged: the table ${missing.name} is missing`);
  for (const { name } of made.tables.toReversed()) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rows.length > 0) await client.query(`delete from ${quoted(name)}`);
  }
}

interface Load {
  readonly client: pg.Client;
  readonly tables: readonly ShopTable[];
  readonly onTable: (name: string) => void;
}

async function loadPictures(file: string, client: pg.Client): Promise<number> {
  let pictures = 0;
  for await (const entry of backupEntries(file)) {
    const name = pictureOf(entry.name);
    if (!name) continue;
    const pieces: Buffer[] = [];
    for await (const piece of entry.content) pieces.push(piece);
    const content = Buffer.concat(pieces);
    // In earlier versions, an import interrupted by a power cut could leave an empty file in these folders.
    if (content.byteLength === 0) continue;
    await client.query(`insert into ${FILES_TABLE_NAME} (name, content) values ($1, $2)`, [name, content]);
    pictures += 1;
  }
  return pictures;
}

/** Returns the number of rows by table. */
async function loadTables(file: string, load: Load): Promise<Record<string, number>> {
  const rows: Record<string, number> = Object.fromEntries(load.tables.map(({ name }) => [name, 0]));
  let open: OpenTable | undefined;
  const close = async () => {
    if (open) rows[open.name] = await open.end();
    open = undefined;
  };
  try {
    for await (const entry of backupEntries(file)) {
      const name = tableOfPiece(entry.name);
      if (name !== open?.name) await close();
      if (name !== undefined) {
        open ??= openTable(load, name);
        for await (const piece of entry.content) await open.write(piece);
      }
    }
    await close();
  } catch (error) {
    open?.abort();
    throw error;
  }
  return rows;
}

interface OpenTable {
  readonly name: string;
  write(piece: Buffer): Promise<void>;
  /** Returns the number of rows. */
  end(): Promise<number>;
  /** Ends the statement, so that the connection accepts others again. */
  abort(): void;
}

/** Loads all pieces of a table in one statement, so that its rows may refer to each other in any order. */
function openTable({ client, tables, onTable }: Load, name: string): OpenTable {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new UnusableFile(`it is damaged: the table ${name} is unknown`);
  onTable(name);
  const stream = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  let failure: Error | undefined;
  stream.on('error', (error) => (failure = error));
  return {
    name,
    async write(piece) {
      if (failure) throw failure;
      if (!stream.write(piece)) await once(stream, 'drain');
    },
    async end() {
      if (failure) throw failure;
      stream.end();
      await finished(stream);
      return stream.rowCount;
    },
    abort() {
      if (!failure && !stream.writableFinished) stream.destroy(new Error('the backup cannot be read to its end'));
    },
  };
}

function verifyRowCounts(loaded: Readonly<Record<string, number>>, expected: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(loaded)) {
    if (count !== (expected[name] ?? 0)) {
      throw new UnusableFile(`it is damaged: ${name} has ${count} rows instead of ${expected[name] ?? 0}`);
    }
  }
}
