import type { Problem } from '#kernel/problem.ts';

/** Lists the fields that have a sentence, in their order, for a form's `validate`. */
export const problemsOf = <Field extends string>(
  sentences: Readonly<Record<Field, string | undefined>>,
): Problem<Field>[] =>
  (Object.entries(sentences) as [Field, string | undefined][]).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, message }],
  );
