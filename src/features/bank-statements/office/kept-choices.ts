import type { KeptForm } from '#browser/kept-form.ts';

/** A person's decision about a line. */
export type Choice = { how: 'as_matched' } | { how: 'order'; order: string } | { how: 'without_order' };

/** Decisions about the lines of a statement, by their numbers. */
export interface Choices {
  readonly choices: ReadonlyMap<number, Choice>;
  readonly leftOut: ReadonlySet<number>;
}

/** `Choices` as JSON, in the storage of this tab. */
export interface KeptChoices {
  choices: [number, Choice][];
  leftOut: number[];
}

/** Returns the stored decisions about lines that are still open. */
export function keptChoices(form: Pick<KeptForm<KeptChoices>, 'restore'>, open: ReadonlySet<number>): Choices {
  const { choices, leftOut } = form.restore({ choices: [], leftOut: [] });
  return {
    choices: new Map(choices.filter(([number]) => open.has(number))),
    leftOut: new Set(leftOut.filter((number) => open.has(number))),
  };
}

/** Stores the decisions, or deletes them if there are none. */
export function keepChoices(form: Pick<KeptForm<KeptChoices>, 'keep' | 'drop'>, { choices, leftOut }: Choices): void {
  if (choices.size === 0 && leftOut.size === 0) form.drop();
  else form.keep({ choices: [...choices], leftOut: [...leftOut] });
}
