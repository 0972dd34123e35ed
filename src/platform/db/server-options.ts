import type pg from 'pg';

/**
 * Adds server options (`-c name=value`) to a connection. The operator's own, in the URL's `options` or in `PGOPTIONS`,
 * come after them, because the last value of a setting wins. The driver alone would use only one of the three.
 */
export function withServerOptions(connection: pg.ClientConfig, options: string): pg.ClientConfig {
  if (options === '') return connection;
  const url = connection.connectionString === undefined ? null : new URL(connection.connectionString);
  const inUrl = url?.searchParams.get('options');
  const all = [options, inUrl || connection.options || process.env.PGOPTIONS].filter(Boolean).join(' ');
  if (!url || !inUrl) return { ...connection, options: all };
  url.searchParams.set('options', all);
  return { ...connection, connectionString: url.href };
}
