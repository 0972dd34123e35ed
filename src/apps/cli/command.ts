export interface Command {
  /** One word, or two for a group: `orders list`. */
  readonly name: string;
  /** Its arguments in the help text, such as `<folder>`. */
  readonly takes: string;
  /** One line for the list of commands. */
  readonly does: string;
  /** Options and their descriptions for `--help`: `['--reason TEXT', 'Shown to the customer.']`. */
  readonly options?: readonly (readonly [string, string])[];
  /** Additional text for `--help`. */
  readonly more?: string;
  /** Runs with the words after the name and returns the exit code. A `UsageProblem` exits with 2. */
  run(words: readonly string[]): Promise<number>;
}

/** The arguments are wrong. The message is printed with the command's usage; nothing was changed. */
export class UsageProblem extends Error {}

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints why a valid command was refused, and returns its exit code. */
export function printRefusal(why: string): number {
  process.stderr.write(`${why}\nNothing was changed.\n`);
  return 2;
}
