import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { UsageProblem } from './command.ts';

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>;

/**
 * Parses a command's words. Those in `takes` are required, and up to `mayFollow` more are allowed. Throws a
 * `UsageProblem` that names the missing, unknown or extra argument.
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
  if (unexpected !== undefined) throw new UsageProblem(`Unexpected argument "${unexpected}".`);
  return parsed;
}

function parsedWords<const Known extends Options>(words: readonly string[], options: Known) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node would take a negative number for a one-letter option, but no value here may be negative.
    const below = words.find((word) => /^-[\d.,]/.test(word));
    if (below !== undefined) throw new UsageProblem(`"${below}" must not be negative.`);
    throw new UsageProblem((error as Error).message.split('. ')[0]!.replace(/\.?$/, '.'));
  }
}

/** Reads one of a few values; undefined stays undefined. */
export function oneOf<const Value extends string>(
  text: string | undefined,
  values: readonly Value[],
  name: string,
): Value | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new UsageProblem(`${name} must be one of ${values.join(', ')}, not "${text}".`);
  return found;
}

/** Reads a whole number of at least `min`; undefined stays undefined. */
export function wholeNumber(
  text: string | undefined,
  name: string,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d{1,16}$/.test(text) || number < min || number > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new UsageProblem(`${name} must be a whole number ${range}, not "${text}".`);
  }
  return number;
}

/** Reads `--transaction`, which is the bank's or payment provider's ID of a transfer. */
export function transactionOf(text: string | undefined): string {
  const transaction = text?.trim() ?? '';
  if (transaction === '' || transaction.length > 120) {
    throw new UsageProblem('--transaction must be the bank’s transaction ID, up to 120 characters.');
  }
  return transaction;
}

export const receiptNumber = (text: string): number => wholeNumber(text, 'The receipt number')!;

/** Reads a `--reason` that the customer will read. */
export function requiredReason(text: string | undefined): string {
  const reason = text?.trim() ?? '';
  if (reason === '' || reason.length > 2_000) {
    throw new UsageProblem('--reason must tell the customer why, in up to 2,000 characters.');
  }
  return reason;
}
