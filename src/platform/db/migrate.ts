import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartProblem } from '#platform/config/start-problem.ts';
import { concurrentStatements, isConcurrent, runConcurrently, withoutConcurrency } from './concurrent-migration.ts';

export interface Migration {
  number: number;
  file: string;
  sql: string;
  checksum: string;
}

/** A database's or backup's record of an applied migration. */
export interface Applied {
  number: number;
  file: string;
  checksum: string;
}

/** Arbitrary, but the same in every process that migrates a database. */
export const MIGRATION_LOCK = 4_061_991;

export const MIGRATIONS_TABLE =
  'create table if not exists schema_migrations (number int primary key, file text not null, checksum text not null, applied_at timestamptz not null default now())';

export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../../db/migrations');

export interface MigrateOptions {
  readonly folder?: string;
  /** Milliseconds that a migration waits for a table in use before it lets the others pass and tries again. */
  readonly lockTimeoutMs?: number;
  readonly attempts?: number;
  readonly print?: (line: string) => void;
}

/** Kept short, because everything else on a table waits behind a migration that waits for it. */
const LOCK_TIMEOUT_MS = 2_000;
/** With the pauses between them this takes about five minutes, longer than most backups. */
const ATTEMPTS = 100;
const PAUSE_MS = 1_000;
/** SQLSTATEs of an unavailable lock and of a deadlock. */
const TRY_AGAIN = new Set(['55P03', '40P01']);

/**
 * Applies pending migrations and returns their files in order. Each runs in its own transaction together with its
 * record, so after a crash the next start continues from there; one marked `-- concurrently` runs outside and is
 * repeated after a crash. The transaction's advisory lock lets only one process migrate at a time, and also works
 * through a pooler. Throws `StartProblem` when an applied file was changed or is missing, or when a table stays locked,
 * and the database's error when a statement fails.
 */
export async function migrate(connection: pg.ClientConfig, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = MIGRATIONS_FOLDER } = options;
  const migrations = readMigrations(folder);
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  const applied: string[] = [];
  try {
    for (;;) {
      const file = await withRetries(() => applyNext(client, connection, migrations, options), options);
      if (file === undefined) return applied;
      applied.push(file);
    }
  } finally {
    await client.end();
  }
}

/** Returns the files that a start would apply. Throws like `migrate` on a database that does not fit. */
export async function pendingMigrations(
  connection: pg.ClientConfig,
  folder: string = MIGRATIONS_FOLDER,
): Promise<{ readonly isEmpty: boolean; readonly files: string[] }> {
  const migrations = readMigrations(folder);
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('schema_migrations') is not null as found`,
    );
    const applied = rows[0]!.found ? await readApplied(client) : [];
    refuseChanges(migrations, applied);
    return { isEmpty: applied.length === 0, files: missingOf(migrations, applied).map(({ file }) => file) };
  } finally {
    await client.end();
  }
}

async function withRetries<T>(work: () => Promise<T>, options: MigrateOptions): Promise<T> {
  const { attempts = ATTEMPTS, print = () => {} } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { message, cause } = error as Error;
      if (!TRY_AGAIN.has((cause as { code?: string })?.code ?? '')) throw error;
      if (attempt >= attempts) {
        throw new StartProblem(
          `${message}. Something has used a table for minutes, such as a backup or a report. Nothing was changed: try again when it has ended.`,
        );
      }
      if (attempt === 1) print(`${message}; trying again ...`);
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

/** Returns the file of the migration that it applied; undefined if none was pending. */
async function applyNext(
  client: pg.Client,
  connection: pg.ClientConfig,
  migrations: readonly Migration[],
  { lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions,
): Promise<string | undefined> {
  let next: Migration | undefined;
  await client.query('begin');
  try {
    // Another process's migration may take long.
    await client.query(
      'set local lock_timeout to 0; set local statement_timeout to 0; set local idle_in_transaction_session_timeout to 0',
    );
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const applied = await readApplied(client);
    refuseChanges(migrations, applied);
    [next] = missingOf(migrations, applied);
    if (next && isConcurrent(next.sql)) {
      // This transaction only keeps other processes out. It has no snapshot for the build to wait for.
      await runConcurrently(connection, concurrentStatements(next.file, next.sql));
      await recordMigration(client, next);
    } else if (next) {
      await client.query(`set local lock_timeout to ${lockTimeoutMs}`);
      await runMigration(client, next);
    }
    await client.query('commit');
    return next?.file;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (!next) throw error;
    const { message, position } = error as pg.DatabaseError;
    throw new Error(`Migration ${next.file}${lineOf(next.sql, position)}: ${message}`, { cause: error });
  }
}

const readApplied = async (client: pg.Client): Promise<Applied[]> =>
  (await client.query<Applied>('select number, file, checksum from schema_migrations order by number')).rows;

const missingOf = (migrations: readonly Migration[], applied: readonly Applied[]): Migration[] =>
  migrations.filter(({ number }) => !applied.some((done) => done.number === number));

/** Reads the migrations in order. Throws when a name is not `NNNN-what.sql` or a number is used twice. */
export function readMigrations(folder: string): Migration[] {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const migrations = files.map((file) => readMigration(folder, file)).sort((one, other) => one.number - other.number);
  migrations.forEach(({ file, number }, index) => {
    const before = migrations[index - 1];
    if (before?.number === number)
      throw new StartProblem(`Two migrations have the number ${number}: ${before.file}, ${file}.`);
  });
  return migrations;
}

function readMigration(folder: string, file: string): Migration {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1];
  if (!number) throw new StartProblem(`The migration ${file} must be named like 0001-what-it-does.sql.`);
  // Different line endings in a checkout must not count as a changed migration.
  const sql = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
  if (/^\s*(commit|rollback|begin|start transaction)\s*;/im.test(sql)) {
    throw new StartProblem(`The migration ${file} must leave begin and commit to the shop.`);
  }
  if (isConcurrent(sql)) concurrentStatements(file, sql);
  return { number: Number(number), file, sql, checksum: crypto.createHash('sha256').update(sql).digest('hex') };
}

/** Applies and records a migration inside an open transaction. */
export async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(isConcurrent(migration.sql) ? withoutConcurrency(migration.sql) : migration.sql);
  await recordMigration(client, migration);
}

async function recordMigration(client: pg.Client, { number, file, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (number, file, checksum) values ($1, $2, $3)', [
    number,
    file,
    checksum,
  ]);
}

const lineOf = (sql: string, position: string | undefined) =>
  position ? `, line ${sql.slice(0, Number(position)).split('\n').length}` : '';

function refuseChanges(migrations: readonly Migration[], applied: readonly Applied[]): void {
  for (const done of applied) {
    const migration = migrations.find(({ number }) => number === done.number);
    if (!migration) {
      throw new StartProblem(
        `The database was brought up to date by a newer version of Foyer (it knows the migration ${done.file}). Start that version, or restore an older backup.`,
      );
    }
    if (migration.checksum !== done.checksum) {
      throw new StartProblem(
        `The migration ${migration.file} was changed after this database had applied it. Restore the original file and add the change as a new migration.`,
      );
    }
  }
}
