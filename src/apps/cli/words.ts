import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { UsageProblem } from './command.ts';

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>;

/**
 * The words of a command: `takes` names those it must have, up to `mayFollow` more are allowed. Throws a `UsageProblem` that names
 * what is missing, unknown or too much.
 */
export function readWords<const Known extends Options>(
  words: readonly string[],
  expects: { readonly options?: Known; readonly takes: readonly string[]; readonly mayFollow?: number },
) {
  const parsed = parsedWords(words, expects.options ?? ({} as Known));
  const { takes, mayFollow = 0 } = expects;
  const missing = takes[parsed.positionals.length];
  if (missing !== undefined) throw new UsageProblem(`${missing} is missing.`);
  const unexpected = parsed.positionals[takes.length + mayFollow];
  if (unexpected !== undefined) throw new UsageProblem(`"${unexpected}" is one word too many.`);
  return parsed;
}

function parsedWords<const Known extends Options>(words: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Taken for an option of one sign; nothing here is below 0.
    const below = words.find((word) => /^-[\d.,]/.test(word));
    if (below !== undefined) throw new UsageProblem(`"${below}" is below 0.`);
    throw new UsageProblem((error as Error).message.split('. ')[0]!.replace(/\.?$/, '.'));
  }
}

/** A value that is one of a few; undefined stays undefined. */
export function oneOf<const Value extends string>(
  text: string | undefined,
  values: readonly Value[],
  name: string,
): Value | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new UsageProblem(`${name} is one of ${values.join(', ')}, not "${text}".`);
  return found;
}

/** A whole number from `least` on; undefined stays undefined. */
export function wholeNumber(
  text: string | undefined,
  name: string,
  { least = 1, most = Number.MAX_SAFE_INTEGER }: { least?: number; most?: number } = {},
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d{1,16}$/.test(text) || number < least || number > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
    throw new UsageProblem(`${name} is a whole number ${range}, not "${text}".`);
  }
  return number;
}

/** `--transaction`, as the bank or the payment provider names a movement. */
export function transactionOf(text: string | undefined): string {
  const transaction = text?.trim() ?? '';
  if (transaction === '' || transaction.length > 120) {
    throw new UsageProblem('--transaction is the bank’s own number of the transfer, up to 120 signs.');
  }
  return transaction;
}

export const receiptNumber = (text: string): number => wholeNumber(text, 'The number of the receipt')!;
