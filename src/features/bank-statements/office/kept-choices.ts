import type { KeptForm } from '#browser/kept-form.ts';

/** A person's decision about a line. */
export type Choice = { how: 'as_matched' } | { how: 'order'; order: string } | { how: 'without_order' };

/** Decisions about the lines of a statement, by their numbers. */
export interface Choices {
  readonly choices: ReadonlyMap<number, Choice>;
  readonly takenOut: ReadonlySet<number>;
}

/** As this tab keeps them. */
export interface KeptChoices {
  choices: [number, Choice][];
  takenOut: number[];
}

/** Returns what was kept about lines that are still open. */
export function keptChoices(form: Pick<KeptForm<KeptChoices>, 'restore'>, open: ReadonlySet<number>): Choices {
  const { choices, takenOut } = form.restore({ choices: [], takenOut: [] });
  return {
    choices: new Map(choices.filter(([number]) => open.has(number))),
    takenOut: new Set(takenOut.filter((number) => open.has(number))),
  };
}

/** Keeps the decisions; without any, nothing stays. */
export function keepChoices(form: Pick<KeptForm<KeptChoices>, 'keep' | 'drop'>, { choices, takenOut }: Choices): void {
  if (choices.size === 0 && takenOut.size === 0) form.drop();
  else form.keep({ choices: [...choices], takenOut: [...takenOut] });
}
