// Compares names. `search_key` ignores case, accents and repeated spaces; each condition has its own index.

/** A range that a `text_pattern_ops` index can serve for any value, unlike `like` with a parameter. */
export const beginsWith = (column: string, key: string) =>
  `${column} ~>=~ ${key} and ${column} ~<~ (${key} || chr(1114111))`;

export const lastWordOf = (key: string) => `regexp_replace(${key}, '^.* ', '')`;

const lastTwoWordsOf = (key: string) => `substring(${key} from '[^ ]+ [^ ]+$')`;

const hasSeveralWords = (text: string) => /\S\s+\S/.test(text);

/**
 * A name matches a text if one of these conditions holds: the name begins with the text, or its last name does, which
 * may have several words, such as "van Visser". `key` is the `search_key` of the name, `value` the placeholder of the
 * text.
 */
export function nameConditions(key: string, value: string, text: string): readonly [string, string] {
  const typed = `search_key(${value})`;
  return [
    beginsWith(key, typed),
    hasSeveralWords(text)
      ? // The index is on the last two words. Earlier words are compared in the remaining rows.
        `${key} like '% % %' and ${beginsWith(lastTwoWordsOf(key), lastTwoWordsOf(typed))} and strpos(${key}, ' ' || ${typed}) > 0`
      : beginsWith(lastWordOf(key), typed),
  ];
}

/** A select for each condition, each served by an index; `columns` are those of `table`. */
export const rowsNamed = (
  { columns, table, name }: { columns: string; table: string; name: string },
  value: string,
  text: string,
): string =>
  nameConditions(`search_key(${name})`, value, text)
    .map((condition) => `select ${columns} from ${table} where ${name} <> '' and ${condition}`)
    .join(' union all ');

/** True for rows of `table` whose name matches. The key is computed once for each row; no index of names is used. */
export const isNamed = (
  { table, where, name }: { table: string; where: string; name: string },
  value: string,
  text: string,
): string => `exists (
  select from (select search_key(${name}) as key from ${table} where ${where} and ${name} <> '' offset 0) as named
  where ${nameConditions('key', value, text)
    .map((condition) => `(${condition})`)
    .join(' or ')})`;
