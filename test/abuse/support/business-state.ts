import type { Db } from '#platform/db/db.ts';

/** Counters, remembered requests and the last use of logins are not part of the business. */
const NOT_BUSINESS = new Set(['rate_limits', 'request_results', 'login_networks']);

/** Returns a fingerprint of every business table, by name. */
export async function businessState(db: Db): Promise<Record<string, string>> {
  const tables = await db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const checked = tables.map(({ name }) => name).filter((name) => !NOT_BUSINESS.has(name));
  const columns = checked.map((name) => {
    const row = name === 'login_tokens' ? `(t.token_hash::text || t.customer_id)` : 't::text';
    return `(select md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) from ${name} t) as "${name}"`;
  });
  return (await db.row<Record<string, string>>(`select ${columns.join(', ')}`))!;
}
