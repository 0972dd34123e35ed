import type pg from 'pg';

/** The shop's statements are a few hundred constants; texts that are made up for one use must not fill every connection's memory. */
const MOST_NAMED = 1_000;
const READS = /^\s*(select|with)\b[^;]*$/i;

/** A statement as the driver takes it. */
export type Prepare = (text: string, parameters?: readonly unknown[]) => pg.QueryConfig;

/**
 * Names the statements of one database, so that each connection parses and plans a statement once and not every time, which is most of
 * what a small statement costs. Texts without parameters are named only when they read.
 */
export function namedStatements(): Prepare {
  const names = new Map<string, string>();
  return (text, parameters) => {
    const values = parameters as unknown[] | undefined;
    if (!values && !READS.test(text)) return { text };
    let name = names.get(text);
    if (name === undefined) {
      if (names.size >= MOST_NAMED) return { text, values };
      name = `s${names.size + 1}`;
      names.set(text, name);
    }
    return { name, text, values };
  };
}
