import type pg from 'pg';
import type { Db, OfficeDb, Queryable, Tx } from '#platform/db/db.ts';

export interface RecordedStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * Wraps a database to record every statement: each text once, with its latest parameters. Of the office's reads it
 * records only those that are planned once for all values.
 */
export function recorded(db: Db): { db: Db; statements(): RecordedStatement[]; forget(): void } {
  const known = new Map<string, RecordedStatement>();
  const recording = <Inner extends Queryable>(inner: Inner): Inner => {
    const noted =
      <Answer>(ask: (text: string, parameters?: readonly unknown[]) => Promise<Answer>) =>
      (text: string, parameters?: readonly unknown[]) => {
        known.set(text, { text, parameters: parameters ?? [] });
        return ask(text, parameters);
      };
    return { ...inner, rows: noted(inner.rows), row: noted(inner.row), run: noted(inner.run) };
  };
  const inTransaction = (work: (tx: Tx) => Promise<unknown>) => (tx: Tx) => work(recording(tx));
  const office: OfficeDb = {
    ...db.forOffice(),
    forOffice: () => office,
    read: (work, options) => db.forOffice().read((tx) => work(options?.isPlannedOnce ? recording(tx) : tx), options),
  };
  return {
    db: {
      ...recording(db),
      forOffice: () => office,
      transaction: (work) => db.transaction(inTransaction(work) as typeof work),
      stockTransaction: (work, options) => db.stockTransaction(inTransaction(work) as typeof work, options),
    },
    statements: () => [...known.values()].filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text)),
    forget: () => known.clear(),
  };
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Sort Space Type'?: string;
  Plans?: PlanNode[];
}

export interface PlanOptions {
  /**
   * Whether to use an index wherever one exists. Otherwise the server scans and joins small tables in full, which is
   * cheaper.
   */
  readonly onlyByIndex: boolean;
  /** Whether to run the statement to see the real rows. Only for statements that change nothing. */
  readonly carryOut?: boolean;
}

/**
 * Returns every step of the server's plan for a statement: the plan for all parameters, as the shop's connections
 * request it, or with `carryOut` the plan for the given ones.
 */
export async function planOf(
  client: pg.Client,
  { text, parameters }: RecordedStatement,
  { onlyByIndex, carryOut = false }: PlanOptions,
): Promise<PlanNode[]> {
  await client.query('begin');
  try {
    if (onlyByIndex) {
      await client.query(
        'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off',
      );
    }
    const { rows } = carryOut
      ? await client.query(`explain (format json, analyze, timing off) ${text}`, [...parameters])
      : await planForAll(client, text, parameters.length);
    return stepsOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback; deallocate all');
  }
}

async function planForAll(client: pg.Client, text: string, parameterCount: number): Promise<pg.QueryResult> {
  await client.query('set local plan_cache_mode to force_generic_plan');
  await client.query(`prepare planned as ${text}`);
  const nulls = parameterCount === 0 ? '' : `(${Array(parameterCount).fill('null').join(', ')})`;
  return await client.query(`explain (format json) execute planned${nulls}`);
}

const stepsOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(stepsOf)];

/**
 * Returns the tables that a plan reads from end to end, directly or along an index. `partial` are indexes of some rows,
 * which are meant to be read from end to end.
 */
export const tablesReadInFull = (steps: readonly PlanNode[], partial: ReadonlySet<string>): string[] =>
  steps.flatMap((step) => {
    const table = step['Relation Name'];
    if (!table) return [];
    const isWhole = step['Node Type'] === 'Seq Scan';
    const isAlongIndex = /^Index (Only )?Scan/.test(step['Node Type']) && step['Index Cond'] === undefined;
    return isWhole || (isAlongIndex && !partial.has(step['Index Name']!)) ? [table] : [];
  });

/** Whether a plan that was run had to sort on disk. */
export const hasSortedOnDisk = (steps: readonly PlanNode[]): boolean =>
  steps.some((step) => step['Sort Space Type'] === 'Disk');
