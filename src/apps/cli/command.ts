/** One command of the operator's command line. */
export interface Command {
  /** One word, or two of a family: `orders list`. */
  readonly name: string;
  /** Its words for the help text, such as `<folder>`. */
  readonly takes: string;
  /** One line for the list of commands. */
  readonly does: string;
  /** Its options with what they mean, for `--help`: `['--reason TEXT', 'Told to the customer.']`. */
  readonly options?: readonly (readonly [string, string])[];
  /** More for `--help` than fits into a line. */
  readonly more?: string;
  /** Runs with the words after the name; answers with the exit code. A `UsageProblem` ends it with 2. */
  run(words: readonly string[]): Promise<number>;
}

/** Something in the words of a command is wrong; it is shown with how the command is written, and nothing was changed. */
export class UsageProblem extends Error {}

/** A line of the answer. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The command was understood and refused; answers with its exit code. */
export function refused(why: string): number {
  process.stderr.write(`${why}\nNothing was changed.\n`);
  return 2;
}
