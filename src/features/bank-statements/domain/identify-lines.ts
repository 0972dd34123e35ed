import { isUniqueReference } from '#features/payments/domain/transaction-number.ts';
import type { IdentifiedLine } from './line-matches.ts';
import type { Statement, StatementLine } from './statement.ts';

/** Returns a text of fixed length that is different for every input. */
type Digest = (text: string) => string;

export interface IdentifyOptions {
  readonly digest: Digest;
  /** Used for files without an account number. */
  readonly ownAccount: string | null;
  /** Returns a keyed digest of a payer's IBAN. */
  payerOf(iban: string): string;
}

/** A line with its keys, which never change. Stopped lines have no keys. */
export type KeyedLine = Omit<IdentifiedLine, 'waitReason'>;

export interface WaitOptions {
  /** In the shop's time zone. */
  readonly today: string;
  /** Whether lines of a camt.052 are booked. */
  readonly takesRunningDays: boolean;
}

/** Returns why a line cannot be booked yet; null if it can. */
export function waitReasonOf(
  line: StatementLine,
  { format, scope }: Pick<Statement, 'format' | 'scope'>,
  { today, takesRunningDays }: WaitOptions,
): IdentifiedLine['waitReason'] {
  if (scope === 'running_day' && !takesRunningDays) return 'running_day';
  const isRunning = line.bankReference === null && line.bookedOn >= today;
  const mayGrow = format === 'csv' || scope === 'running_day';
  return isRunning && mayGrow ? 'day_is_running' : null;
}

/**
 * Gives each line the key under which it is booked, the same in every file of one format: account, day, signed amount,
 * and the bank's reference or, if that may not be unique, also payer and text. Equal lines of one statement are
 * numbered, because they are separate payments. Banks always list a day's lines in the same order, so the numbers
 * agree if each file has complete days.
 */
export function identifyLines(statement: Statement, { digest, ownAccount, payerOf }: IdentifyOptions): KeyedLine[] {
  const account = statement.account ?? ownAccount ?? 'account';
  const counts = new Map<string, number>();
  const numbered = (key: string): string => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  };
  return statement.lines.flatMap((line): KeyedLine[] => {
    if (line.kind === 'stopped') return [];
    const keyOf = (name: string, amount: number | string) =>
      `${statement.format}:${account}:${line.bookedOn}:${line.direction === 'in' ? '' : '-'}${amount}:${name}`;
    const batchKey = (name: string, amount: number | string) => keyOf(`${short(name, digest)}/batch`, amount);
    const ofBatch = line.batch?.reference ?? null;
    const own = nameOf(line, digest);
    const isWhole = line.batch !== null && !line.batch.isSplit;
    const identity = numbered(
      isWhole && ofBatch !== null
        ? batchKey(ofBatch, '')
        : line.bankReference === null && ofBatch !== null
          ? keyOf(`${short(ofBatch, digest)}/${own}`, line.amount)
          : keyOf(own, line.amount),
    );
    // A complete entry and its parts in another file are the same money.
    const otherIdentity = line.batch?.isSplit && ofBatch !== null ? batchKey(ofBatch, '') : null;
    const { iban } = line.party;
    const payer = iban === null ? null : payerOf(iban);
    return [{ line, identity, otherIdentity, account: statement.account, payer }];
  });
}

function nameOf(line: StatementLine, digest: Digest): string {
  const { bankReference: reference, party, endToEndId, structuredReference, text } = line;
  if (reference !== null && isUniqueReference(reference)) return short(reference, digest);
  // Payer and text tell apart what the reference does not.
  return `=${digest([reference, party.name, party.iban, endToEndId, structuredReference, text].join('\n'))}`;
}

/** A receipt's key has at most 120 characters. */
const short = (reference: string, digest: Digest): string =>
  /^[\x21-\x7e]{1,40}$/.test(reference) ? reference : `=${digest(reference)}`;
