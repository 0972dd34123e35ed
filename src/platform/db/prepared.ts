import type pg from 'pg';

/** The texts in use are constants, a few hundred; one that is made anew each time must not fill every connection's memory. */
const MOST_NAMED = 1_000;
const names = new Map<string, string>();

/**
 * A statement as the driver takes it: under a name, so that each connection has it parsed and planned once and not every
 * time, which is most of what a small statement costs. Texts without parameters are named when they only read.
 */
export function prepared(text: string, parameters?: readonly unknown[]): pg.QueryConfig {
  const values = parameters as unknown[] | undefined;
  if (!values && !READS.test(text)) return { text };
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MOST_NAMED) return { text, values };
    name = `s${names.size + 1}`;
    names.set(text, name);
  }
  return { name, text, values };
}

const READS = /^\s*(select|with)\b[^;]*$/i;
