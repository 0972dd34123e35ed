import type { Language } from '#kernel/language.ts';
import type { Problem } from '#kernel/problem.ts';

export interface ServerErrors {
  message: string;
  errors?: Readonly<Record<string, readonly string[]>>;
}

type ShownProblem<Field extends string> = Problem<Field | undefined> & {
  /** Whether it came from the server: then only a change of its field or a new submit removes it. */
  readonly fromServer?: boolean;
};

export type ShownErrors<Field extends string> = readonly ShownProblem<Field>[];

/**
 * Returns the errors that remain after a change of a field. An error of our own rules stays, with its newest message,
 * as long as they find a problem with its field; one from the server stays until its field changes. New errors only
 * appear on submit.
 */
export function recheck<Field extends string>(
  shown: ShownErrors<Field>,
  changed: Field,
  found: readonly Problem<Field | undefined>[],
): ShownErrors<Field> {
  return shown.flatMap((error): ShownProblem<Field>[] => {
    if (error.fromServer) return error.field === changed ? [] : [error];
    const again = found.find((other) => other.field === error.field);
    return again ? [again] : [];
  });
}

/**
 * Returns the error to show at a field. A sentence about several fields is for the summary; each field has its own
 * text.
 */
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
 * Turns a refusal into form errors: one per field, with joined lines, or else the message. Errors of fields that this
 * form lacks only appear in the summary.
 */
export function fromServer<Field extends string>(
  { translate }: Language,
  refusal: ServerErrors,
  fieldOf: (name: string) => Field | undefined,
): ShownErrors<Field> {
  const entries = Object.entries(refusal.errors ?? {}).filter(([, messages]) => messages.length > 0);
  if (entries.length === 0) return [{ field: undefined, message: translate(refusal.message), fromServer: true }];
  return entries.map(([name, messages]) => ({
    field: fieldOf(name),
    message: messages.join('\n'),
    fromServer: true,
  }));
}

/** Turns anything thrown into a refusal. If the thrown value is not an error, its text becomes the message. */
export function refusalOf(thrown: unknown): ServerErrors {
  if (thrown instanceof Error) return thrown as Error & ServerErrors;
  return { message: String(thrown) };
}
