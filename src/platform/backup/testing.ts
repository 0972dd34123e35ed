import pg from 'pg';
import type { Db } from '#platform/db/db.ts';

/** Returns a connected client, which the caller ends. `change` may rewrite its queries. */
export async function connectClient(
  connection: pg.ClientConfig,
  change: (text: string) => string = (text) => text,
): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  const query = client.query.bind(client) as (first: unknown, ...rest: unknown[]) => unknown;
  Object.assign(client, {
    query(first: unknown, ...rest: unknown[]) {
      const text = typeof first === 'string' ? first : (first as { text: string }).text;
      const changed = change(text);
      return query(typeof first === 'string' ? changed : first, ...rest);
    },
  });
  return client;
}

/** Returns a fingerprint of each table's rows, by table. */
export const tableSums = (db: Db): Promise<Record<string, string>> =>
  db.transaction(async (tx) => {
    await tx.run(`set local timezone = 'UTC'`);
    const tables = await tx.rows<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
       order by 1`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables) {
      // Sorted bytewise, because servers differ in how they sort text.
      const row = await tx.row<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, e'\\n' order by line collate "C")), '') as sum
         from (select t::text as line from "${name}" t) lines`,
      );
      sums[name] = row!.sum;
    }
    return sums;
  });
