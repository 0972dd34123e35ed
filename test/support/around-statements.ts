import type { Queryable } from '#platform/db/db.ts';

/** Sends a statement, whose text may be changed, and resolves with its answer. */
type Around = <Answer>(text: string, send: (text: string) => Promise<Answer>) => Promise<Answer>;

/** Returns the same database or transaction with something done around each of its statements. */
export function aroundStatements<Inner extends Queryable>(inner: Inner, around: Around): Inner {
  return {
    ...inner,
    rows: (text: string, parameters?: readonly unknown[]) => around(text, (sent) => inner.rows(sent, parameters)),
    row: (text: string, parameters?: readonly unknown[]) => around(text, (sent) => inner.row(sent, parameters)),
    run: (text: string, parameters?: readonly unknown[]) => around(text, (sent) => inner.run(sent, parameters)),
  };
}
