import type pg from 'pg';

/**
 * The shop has a few hundred constant statements. This bound keeps one-off texts from filling each connection's memory.
 */
const MAX_NAMED = 1_000;
const READS = /^\s*(select|with)\b[^;]*$/i;

export type Prepare = (text: string, parameters?: readonly unknown[]) => pg.QueryConfig;

/** For poolers that give each transaction another session. */
export const unnamedStatements: Prepare = (text, parameters) => ({ text, values: parameters as unknown[] | undefined });

/**
 * Names statements, so that each connection parses and plans each of them once, which is most of the cost of a small
 * statement. A text without parameters gets a name only if it is a query that reads.
 */
export function namedStatements(): Prepare {
  const names = new Map<string, string>();
  return (text, parameters) => {
    const values = parameters as unknown[] | undefined;
    if (!values && !READS.test(text)) return { text };
    let name = names.get(text);
    if (name === undefined) {
      if (names.size >= MAX_NAMED) return { text, values };
      name = `s${names.size + 1}`;
      names.set(text, name);
    }
    return { name, text, values };
  };
}
