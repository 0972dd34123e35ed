import type { Db } from '#platform/db/db.ts';

/** A secret that the customer has seen, with its kind. */
export interface Secret {
  readonly kind: string;
  readonly value: string;
}

/** Returns the encodings under which a secret may be stored. */
function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const tight = value.replace(/\s/g, '');
  return [
    ...new Set([
      value,
      tight,
      value.toLowerCase(),
      encodeURIComponent(value),
      JSON.stringify(value).slice(1, -1),
      bytes.toString('hex'),
      Buffer.from(tight).toString('hex'),
      // The end is left out, because it depends on the bytes after it.
      bytes.toString('base64').replace(/.{0,3}=*$/, ''),
      bytes.toString('base64url').replace(/.{0,3}$/, ''),
      [...value].reverse().join(''),
    ]),
  ].filter((text) => text.length >= 8);
}

export const kindsIn = (text: string, secrets: readonly Secret[]): string[] => {
  const lower = text.toLowerCase();
  return [
    ...new Set(
      secrets
        .filter(({ value }) =>
          encodingsOf(value).some((one) => text.includes(one) || lower.includes(one.toLowerCase())),
        )
        .map(({ kind }) => kind),
    ),
  ];
};

/**
 * Returns the places of secrets in the database as `table.column: kind`, sorted. Every column of every table is read as
 * text.
 */
export async function secretsInTables(db: Db, secrets: readonly Secret[]): Promise<string[]> {
  const columns = await db.rows<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column
     from information_schema.columns c
     join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  );
  if (columns.length < 100) throw new Error('There are too few columns to search');
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await db.rows<{ text: string }>(
      `select "${column}"::text as text from "${table}" where "${column}" is not null`,
    );
    for (const kind of kindsIn(rows.map(({ text }) => text).join('\n'), secrets))
      found.push(`${table}.${column}: ${kind}`);
  }
  return found.sort();
}
