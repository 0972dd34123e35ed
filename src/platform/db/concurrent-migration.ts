import pg from 'pg';
import { StartProblem } from '#platform/config/start-problem.ts';

/* A migration whose first line is `-- concurrently` runs outside a transaction, one statement after another, while the
   shop sells. It builds indexes and validates constraints, which is slow on a large table but locks nobody out. */

export const isConcurrent = (sql: string): boolean => sql.startsWith('-- concurrently\n');

const CREATE_INDEX = /^create (?:unique )?index concurrently (\w+) on /i;
const VALIDATE = /^alter table \w+ validate constraint \w+$/i;

/** Splits the migration into statements. Throws `StartProblem` for one that could not be repeated after a crash. */
export function concurrentStatements(file: string, sql: string): string[] {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  for (const statement of statements) {
    if (CREATE_INDEX.test(statement) || VALIDATE.test(statement)) continue;
    throw new StartProblem(
      `The migration ${file} may only contain "create index concurrently" and "validate constraint", because it has no transaction.`,
    );
  }
  return statements;
}

/** Returns the migration without `concurrently`, for a transaction in a database that nobody else uses. */
export const withoutConcurrency = (sql: string): string => sql.replaceAll(/\bindex concurrently\b/gi, 'index');

/** Runs the statements. The run can be repeated after a crash at any moment. */
export async function runConcurrently(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    for (const statement of statements) {
      // An interrupted build leaves an invalid index with that name.
      const name = CREATE_INDEX.exec(statement)?.[1];
      if (name) await client.query(`drop index concurrently if exists ${name}`);
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}
