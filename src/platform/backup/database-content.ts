import type pg from 'pg';
import { MIGRATION_LOCK, MIGRATIONS_FOLDER } from '#platform/db/migrate.ts';
import { BackupProblem } from './backup-problem.ts';
import { refuseUnknownMigrations } from './known-migrations.ts';
import { MIGRATIONS_TABLE_NAME, madeByMigrations, quoted } from './shop-tables.ts';

/** Tables that have rows even in a migrated database without a shop. */
const FILLED_FROM_THE_START = new Set([MIGRATIONS_TABLE_NAME, 'clock_shift']);

/**
 * Drops the shop's tables and functions and nothing else in the schema, inside the transaction that then restores the
 * backup. Throws a `BackupProblem` if a table has rows and `replace` does not name the database, or if the tables
 * belong to another program or to a newer version of Foyer.
 */
export async function clearDatabase(client: pg.Client, replace: string | undefined): Promise<void> {
  const { rows } = await client.query<{ database: string; tables: string[]; isShop: boolean }>(
    `select current_database() as database,
       array(select relname::text from pg_class
             where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')) as tables,
       (select count(*) = 3 from pg_attribute
        where attrelid = to_regclass($1) and attname in ('number', 'file', 'checksum')) as "isShop"`,
    [MIGRATIONS_TABLE_NAME],
  );
  const { database, tables, isShop } = rows[0]!;
  const made = madeByMigrations(MIGRATIONS_FOLDER);
  const ours = tables.filter((name) => made.tables.has(name) || name === MIGRATIONS_TABLE_NAME);
  if (ours.length === 0) return;
  if (!isShop) {
    throw new BackupProblem(
      `The database "${database}" contains tables of another program (${ours.join(', ')}). Restore into an empty one.`,
    );
  }
  await refuseNewerShop(client);
  const filled = await firstWithRows(
    client,
    ours.filter((name) => !FILLED_FROM_THE_START.has(name)),
  );
  if (filled !== undefined && replace !== database) throw new BackupProblem(await databaseNotEmpty(client, database));
  // Without `cascade`: the operator must remove views and tables of other programs that depend on ours.
  await client.query(`drop table ${ours.map(quoted).join(', ')}`);
  for (const name of made.functions) await client.query(`drop function if exists ${quoted(name)}`);
}

async function refuseNewerShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; file: string; checksum: string }>(
    `select number, file, checksum from ${MIGRATIONS_TABLE_NAME} order by number`,
  );
  refuseUnknownMigrations(rows, 'The shop in this database');
}

async function firstWithRows(client: pg.Client, tables: readonly string[]): Promise<string | undefined> {
  for (const name of tables) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rows.length > 0) return name;
  }
  return undefined;
}

async function databaseNotEmpty(client: pg.Client, database: string): Promise<string> {
  const { rows } = await client.query<{ name: string | null; orders: string }>(
    `select (select config->'public'->>'name' from shop_state) as name, (select count(*) from orders)::text as orders`,
  );
  const { name, orders } = rows[0]!;
  return (
    `The database "${database}" is not empty: it contains the shop ${name ?? 'without a name'} with ${orders} orders. ` +
    `To delete it and restore the backup in its place, add --replace ${database}`
  );
}

/** Connections of a program that has just ended take a moment to close; wait this long for them. */
const PATIENCE_MS = 2_000;

/**
 * Takes the migration lock, so that no shop starts on the database until the client's session ends. Throws if another
 * client of the same user is connected: a running shop would keep using what it has cached.
 */
export async function keepOthersOut(client: pg.Client): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean; others: number; database: string }>(
      `select pg_try_advisory_lock($1) as "isLocked", current_database() as database,
         (select count(*)::int from pg_stat_activity
          where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
            and backend_type = 'client backend') as others`,
      [MIGRATION_LOCK],
    );
    const { isLocked, others, database } = rows[0]!;
    if (isLocked && others === 0) return;
    if (performance.now() > deadline) {
      throw new BackupProblem(
        `The database "${database}" is in use (${others} ${others === 1 ? 'connection' : 'connections'}). Stop the shop first.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
