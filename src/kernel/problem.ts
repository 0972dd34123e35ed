/** Describes a problem for the person who filled in the form. */
interface InWords {
  readonly message: string;
  /** The field's own text, if `message` is a sentence that lists several fields. */
  readonly atField?: string;
}

/**
 * A problem with the field of that wire name, or with the entire form if `Field` allows undefined. `What` describes it
 * in words or as a kind with facts: `Problem<'email', { kind: 'missing' } | { kind: 'too_long'; max: number }>`.
 */
export type Problem<Field extends string | undefined = string, What extends object = InWords> = What & {
  readonly field: Field;
};

export const inWords = <One extends { readonly field: string | undefined }, Words>(
  problems: readonly One[],
  wordsOf: (problem: One) => Words,
): { field: One['field']; message: Words }[] =>
  problems.map((problem) => ({ field: problem.field, message: wordsOf(problem) }));
