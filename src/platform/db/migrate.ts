import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { StartProblem } from '#platform/config/start-problem.ts';

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

/**
 * Applies pending migrations and returns their files in order. Each runs in its own transaction together with its
 * record, so after a crash the next start continues from there. An advisory lock lets one process at a time through.
 * Throws `StartProblem` when an applied file was changed or is missing, and the database's error when a statement
 * fails.
 */
export async function migrate(connection: pg.ClientConfig, folder: string = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const { rows: applied } = await client.query<Applied>(
      'select number, file, checksum from schema_migrations order by number',
    );
    refuseChanges(migrations, applied);
    const missing = migrations.filter(({ number }) => !applied.some((done) => done.number === number));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ file }) => file);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

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
  // Different line endings in a checkout do not make a different migration.
  const sql = fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n');
  if (/^\s*(commit|rollback|begin|start transaction)\s*;/im.test(sql)) {
    throw new StartProblem(`The migration ${file} must leave begin and commit to the shop.`);
  }
  return { number: Number(number), file, sql, checksum: crypto.createHash('sha256').update(sql).digest('hex') };
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await runMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const { message, position } = error as pg.DatabaseError;
    throw new Error(`Migration ${migration.file}${lineOf(migration.sql, position)}: ${message}`, { cause: error });
  }
}

/** Inside an open transaction, together with its record. */
export async function runMigration(client: pg.Client, { sql, number, file, checksum }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations (number, file, checksum) values ($1, $2, $3)', [
    number,
    file,
    checksum,
  ]);
}

const lineOf = (sql: string, position: string | undefined) =>
  position ? `, line ${sql.slice(0, Number(position)).split('\n').length}` : '';

function refuseChanges(migrations: Migration[], applied: Applied[]): void {
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
