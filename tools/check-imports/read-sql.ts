/** An SQL statement in a source file, as far as its text is known without running the code. */
export interface Statement {
  readonly line: number;
  /** The tables that it inserts into, updates or deletes from; undefined for one whose name is inserted. */
  readonly written: readonly (string | undefined)[];
}

/** Replaces `${...}` in the text of a template. */
export const HOLE = '\u0000';

// Our SQL is in lower case, so sentences on screens are not mistaken for it.
const BEGINS =
  /^\s*(select\s|insert into\s|update\s+\S+\s+(as\s+)?(\S+\s+)?set\s|delete from\s|with\s+\w+\s+as\s*\(|truncate\s|lock table\s|set local\s|savepoint\s)/;
const WRITES = /\b(?:insert into|delete from|truncate)\s+([\w\0]+)|\bupdate\s+([\w\0]+)(?:\s+as)?(?:\s+\w+)?\s+set\b/g;

/** Returns the statement in a text, or undefined if it has none. A fragment of a statement counts only if it writes. */
export function statementIn(text: string, line: number): Statement | undefined {
  const written = [...text.matchAll(WRITES)]
    .map((match) => (match[1] ?? match[2])!)
    .filter((table) => table !== 'set')
    .map((table) => (table.includes(HOLE) ? undefined : table));
  return written.length > 0 || BEGINS.test(text) ? { line, written } : undefined;
}
