import type pg from 'pg';
import { readMigrations } from '#platform/db/migrate.ts';

export interface ShopTable {
  readonly name: string;
  /** The columns, except generated ones. */
  readonly columns: string[];
}

/** The table of migrations. It is not in a backup, because a restore fills it by running the migrations. */
export const MIGRATIONS_TABLE_NAME = 'schema_migrations';

/** The table of pictures and fonts. A backup has them as files, which take half the space of rows. */
export const FILES_TABLE_NAME = 'shop_files';
const NOT_AS_ROWS = [MIGRATIONS_TABLE_NAME, FILES_TABLE_NAME];

/** Reads which tables and functions the migrations create. Other tables in the same database are not the shop's. */
export function madeByMigrations(folder: string): { tables: Set<string>; functions: Set<string> } {
  const sql = readMigrations(folder).map((migration) => migration.sql);
  const named = (pattern: RegExp) =>
    new Set(sql.flatMap((text) => [...text.matchAll(pattern)].map((found) => found[1]!)));
  return {
    tables: named(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim),
    functions: named(/^create (?:or replace )?function (\w+)/gim),
  };
}

/** Returns the shop's tables in the current schema, in loading order, and the names of other programs' tables. */
export async function shopTables(
  client: pg.Client,
  ours: ReadonlySet<string>,
): Promise<{ tables: ShopTable[]; foreignTables: string[] }> {
  const { rows: all } = await client.query<ShopTable>(
    `select c.relname as name, array(
       select a.attname::text
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum
     ) as columns
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select one.relname as "from", other.relname as "to"
     from pg_constraint r
     join pg_class one on one.oid = r.conrelid
     join pg_class other on other.oid = r.confrelid
     where r.contype = 'f' and r.conrelid <> r.confrelid and one.relnamespace = current_schema()::regnamespace`,
  );
  const others = all.filter(({ name }) => !NOT_AS_ROWS.includes(name));
  return {
    tables: inLoadingOrder(
      others.filter(({ name }) => ours.has(name)),
      references,
    ),
    foreignTables: others.filter(({ name }) => !ours.has(name)).map(({ name }) => name),
  };
}

/** Sorts referenced tables first. Throws if tables refer to each other in a cycle. */
export function inLoadingOrder<Table extends { readonly name: string }>(
  tables: readonly Table[],
  references: readonly { from: string; to: string }[],
): Table[] {
  const ordered: Table[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const isFree = ({ name }: Table) => !references.some(({ from, to }) => from === name && names.has(to));
    const free = waiting.filter(isFree);
    if (free.length === 0) throw new Error(`Tables refer to each other in a cycle: ${[...names].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

export interface Counter {
  table: string;
  column: string;
  value: string;
  is_used: boolean;
}

export async function countersOf(client: pg.Client, tables: readonly ShopTable[]): Promise<Counter[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as "table", a.attname as "column",
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)
       and a.attnum > 0 and not a.attisdropped
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
     order by 1, 2`,
    [tables.map(({ name }) => name)],
  );
  const counters: Counter[] = [];
  for (const { table, column, sequence } of rows) {
    // Reading a sequence ignores the snapshot, so its later value is never behind the rows.
    const counter = await client.query<{ value: string; is_used: boolean }>(
      `select last_value::text as value, is_called as is_used from ${sequence}`,
    );
    counters.push({ table, column, ...counter.rows[0]! });
  }
  return counters;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The table and columns for COPY, the same when writing and restoring. */
export const copyTarget = ({ name, columns }: ShopTable): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** For transactions that read or write a backup: one format for values, and no timeouts meant for short work. */
export const COPY_SETTINGS = `
  set local client_encoding = 'UTF8';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '30s'`;
