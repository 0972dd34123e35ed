import type { Db } from '#platform/db/db.ts';

const WITHOUT_TEXT = [
  'bigint',
  'boolean',
  'date',
  'integer',
  'numeric',
  'smallint',
  'timestamp with time zone',
  'timestamp without time zone',
  'uuid',
];

/** Returns every column of the shop's tables that can hold text, as `table.column`. */
export async function textColumns(db: Db): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select table_name || '.' || column_name as name
     from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type <> all ($1)
     order by 1`,
    [WITHOUT_TEXT],
  );
  return rows.map(({ name }) => name);
}

/** Returns the columns that contain a text, ignoring case. Sealed and hashed columns show nothing. */
export async function columnsWith(db: Db, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await textColumns(db)) {
    const [table, column] = name.split('.');
    const row = await db.row(`select 1 from ${table} where ${column}::text ilike '%' || $1 || '%' limit 1`, [text]);
    if (row) found.push(name);
  }
  return found;
}
