import type { Language } from '#kernel/language.ts';
import type { Problem } from '#kernel/problem.ts';

/** The body of every refused API call. */
export interface ServerErrors {
  message: string;
  errors?: Readonly<Record<string, readonly string[]>>;
}

type Standing<Field extends string> = Problem<Field | undefined> & {
  /** Said by the server: only a change of its field or a new submit takes it away. */
  readonly fromServer?: boolean;
};

export type StandingErrors<Field extends string> = readonly Standing<Field>[];

/**
 * What stands after a change of `changed`: an error of our own rules stays as long as the rules still complain about its
 * field, in their newest words; one of the server's goes when its own field changes. No new error appears before the next submit.
 */
export function recheck<Field extends string>(
  standing: StandingErrors<Field>,
  changed: Field,
  found: readonly Problem<Field | undefined>[],
): StandingErrors<Field> {
  return standing.flatMap((error): Standing<Field>[] => {
    if (error.fromServer) return error.field === changed ? [] : [error];
    const again = found.find((other) => other.field === error.field);
    return again ? [again] : [];
  });
}

/** The error to show at a field. A sentence about several fields belongs in the summary: each field shows its own text. */
export function errorAt(
  { text }: Language,
  field: string,
  errors: readonly Problem<string | undefined>[],
): string | undefined {
  const own = errors.find((error) => error.field === field);
  if (!own) return undefined;
  const isShared = errors.some((error) => error !== own && error.message === own.message);
  return own.atField ?? (isShared ? text('Please fill out this field.') : own.message);
}

/**
 * A server's refusal as form errors: the field errors, each field's lines joined, else the message. A field that
 * this form does not have is shown in the summary alone.
 */
export function fromServer<Field extends string>(
  { saidText }: Language,
  refusal: ServerErrors,
  fieldOf: (name: string) => Field | undefined,
): StandingErrors<Field> {
  const entries = Object.entries(refusal.errors ?? {}).filter(([, messages]) => messages.length > 0);
  if (entries.length === 0) return [{ field: undefined, message: saidText(refusal.message), fromServer: true }];
  return entries.map(([name, messages]) => ({
    field: fieldOf(name),
    message: messages.join('\n'),
    fromServer: true,
  }));
}

/** Whatever was thrown, as a refusal with words: the raw error where there is nothing better. */
export function refusalOf(thrown: unknown): ServerErrors {
  if (thrown instanceof Error) return thrown as Error & ServerErrors;
  return { message: String(thrown) };
}
