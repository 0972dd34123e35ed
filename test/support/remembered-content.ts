import pg from 'pg';

/** The content of a database at one time. After a test, the database or a copy of it can be restored to it. */
export interface RememberedContent {
  readonly schema: string;
  readonly tables: readonly RememberedTable[];
  readonly sequences: { readonly oids: string[]; readonly values: string[]; readonly called: boolean[] };
}

interface RememberedTable {
  readonly name: string;
  /** All except generated columns, separated by commas. */
  readonly columns: string;
  /** All rows as JSON; null if there are none. */
  readonly rows: string | null;
  readonly version: string;
}

/**
 * Identifies the tables, columns, triggers, constraints, functions and settings. A catalog row that is rewritten gets a
 * new `xmin`; copying a database keeps every `xmin`.
 */
const SCHEMA = `
  select md5(string_agg(part, ',' order by part)) as schema from (
    select 'class ' || oid || ' ' || xmin as part from pg_class where oid >= 16384
    union all select 'column ' || attrelid || ' ' || attnum || ' ' || xmin from pg_attribute where attrelid >= 16384
    union all select 'trigger ' || oid || ' ' || xmin from pg_trigger
    union all select 'constraint ' || oid || ' ' || xmin from pg_constraint where oid >= 16384
    union all select 'function ' || oid || ' ' || xmin from pg_proc where oid >= 16384
    union all select 'schema ' || oid || ' ' || xmin from pg_namespace where oid >= 16384
    union all select 'setting ' || setrole || ' ' || xmin from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) as parts`;

/** Remembers everything in a database that nobody else uses. */
export async function rememberContent(connection: pg.ClientConfig): Promise<RememberedContent> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       group by c.oid
       order by c.oid`,
    );
    const versions = await versionsOf(client, tables);
    const remembered: RememberedTable[] = [];
    for (const [index, table] of tables.entries()) {
      const { rows } = await client.query<{ rows: string | null }>(
        `select json_agg(t)::text as rows from ${table.name} t`,
      );
      remembered.push({ ...table, rows: rows[0]!.rows, version: versions[index]! });
    }
    const { rows: schemas } = await client.query<{ schema: string }>(SCHEMA);
    const { rows: sequences } = await client.query<{ oid: string; value: string; called: boolean }>(
      `select c.oid::text, coalesce(pg_sequence_last_value(c.oid), s.seqstart)::text as value,
              pg_sequence_last_value(c.oid) is not null as called
       from pg_class c join pg_sequence s on s.seqrelid = c.oid`,
    );
    return {
      schema: schemas[0]!.schema,
      tables: remembered,
      sequences: {
        oids: sequences.map(({ oid }) => oid),
        values: sequences.map(({ value }) => value),
        called: sequences.map(({ called }) => called),
      },
    };
  } finally {
    await client.end();
  }
}

/** Returns one text per table; it changes whenever a row of the table is inserted, updated or deleted. */
async function versionsOf(client: pg.Client, tables: readonly { name: string }[]): Promise<string[]> {
  const each = tables.map(
    ({ name }, index) =>
      `select ${index} as index, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as version from ${name}`,
  );
  const { rows } = await client.query<{ version: string }>({
    name: 'versions',
    text: `${each.join(' union all ')} order by index`,
  });
  return rows.map(({ version }) => version);
}

/**
 * Restores a shop's database, except that the shop gets a new version. Idle connections named `user` may stay open.
 * Returns what it contains now, or null if it cannot be restored: somebody else is connected, a transaction is open, or
 * the schema has changed. `client` must be a superuser, because the ledger is append-only.
 */
export async function restoreContent(
  client: pg.Client,
  user: string,
  content: RememberedContent,
): Promise<RememberedContent | null> {
  const { rows: others } = await client.query({
    name: 'others',
    text: `select from pg_stat_activity
           where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
             and (application_name <> $1 or state <> 'idle')`,
    values: [user],
  });
  if (others.length > 0) return null;
  const { rows: schemas } = await client.query<{ schema: string }>({ name: 'schema', text: SCHEMA });
  if (schemas[0]!.schema !== content.schema) return null;
  const versions = await versionsOf(client, content.tables);
  const { rows: shops } = await client.query<{ version: string }>({
    name: 'shop version',
    text: 'select version from shop_state',
  });
  const changed = content.tables.filter(({ version }, index) => version !== versions[index]);
  await client.query("begin; set local session_replication_role to replica; set local lock_timeout to '2s'");
  for (const { name, columns, rows } of changed) {
    await client.query({ name: `empty ${name}`, text: `delete from ${name}` });
    if (rows === null) continue;
    await client.query({
      name: `fill ${name}`,
      text: `insert into ${name} (${columns}) overriding system value
             select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      values: [rows],
    });
  }
  const { oids, values, called } = content.sequences;
  await client.query({
    name: 'sequences',
    text: `select count(setval(oid::regclass, value, called))
           from unnest($1::oid[], $2::bigint[], $3::bool[]) as s (oid, value, called)`,
    values: [oids, values, called],
  });
  // A process caches shops by their database's name and version, so no version may be used twice.
  await client.query({
    name: 'next shop version',
    text: 'update shop_state set version = $1::bigint + 1',
    values: [shops[0]?.version],
  });
  await client.query('commit');
  const restored = await versionsOf(client, content.tables);
  return { ...content, tables: content.tables.map((table, index) => ({ ...table, version: restored[index]! })) };
}
