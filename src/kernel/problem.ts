/** A problem in words, for whoever filled in the form. */
interface InWords {
  readonly message: string;
  /** What the field itself shows if `message` is a sentence that lists several fields. */
  readonly atField?: string;
}

/**
 * What is wrong with a form: at a field, by its name on the wire, or with the whole form where `Field` allows undefined. `What` says it,
 * in words or by a kind with its facts: `Problem<'email', { kind: 'missing' } | { kind: 'too_long'; most: number }>`.
 */
export type Problem<Field extends string | undefined = string, What extends object = InWords> = What & {
  readonly field: Field;
};

/** The problems with what `wordsOf` makes of each. */
export const inWords = <One extends { readonly field: string | undefined }, Words>(
  problems: readonly One[],
  wordsOf: (problem: One) => Words,
): { field: One['field']; message: Words }[] =>
  problems.map((problem) => ({ field: problem.field, message: wordsOf(problem) }));
