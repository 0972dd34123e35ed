/** How the key of a line of a bank statement begins, as a regular expression, also for PostgreSQL. */
export const LINE_KEY_START = '^(?:camt|mt940|csv):';

/** The key of a line of a bank statement: its format, account, day, amount in minor units, and number. */
const LINE_KEY = new RegExp(String.raw`${LINE_KEY_START}.*?:(\d{4}-\d{2}-\d{2}):(-?\d*):(.+)$`);

/**
 * The number that people know a payment by: the bank's or the provider's. The key of a line of a bank statement also
 * has its format, account, day and amount. Null if the bank gave the line no number.
 */
export function transactionNumber(transaction: string): string | null {
  const name = LINE_KEY.exec(transaction)?.[3];
  if (name === undefined) return transaction;
  // A digest stands for a number that is missing or too short. A share of a line has a suffix.
  const number = name.replace(/·\d{1,2}$/, '').replace(/\/?=[0-9a-f]{32}(#\d+)?$/, '');
  return number === '' ? null : number;
}

/** The number by which people know the money of a receipt. Null if the bank gave its line none. */
export const numberOfReceipt = ({
  transaction,
  bankReference,
}: {
  readonly transaction: string;
  readonly bankReference: string | null;
}): string | null => bankReference ?? transactionNumber(transaction);

/**
 * The spellings under which a typed number may be stored: statements show it with spaces or hyphens, or without, and
 * usually in capitals. People type it in either case.
 */
export const spellingsOf = (number: string): string[] => {
  const spellings = [number, number.replace(/\s+/g, ''), number.replace(/[\s-]+/g, '')];
  return [...new Set(spellings.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]))];
};

/** A shorter reference may be a counter such as `POS 12`, which restarts with each statement. */
const MIN_UNIQUE_LENGTH = 10;

/** Whether a bank uses this reference for one movement only. */
export const isUniqueReference = (reference: string): boolean => reference.length >= MIN_UNIQUE_LENGTH;

/**
 * Whether money that arrived by a line of a statement is the transfer that a person entered with this amount and the
 * line's reference.
 */
export const isEntered = (
  line: { readonly bankReference: string | null; readonly amount: number },
  amount: number | undefined,
): boolean => line.bankReference !== null && isUniqueReference(line.bankReference) && line.amount === amount;

const NEARBY_MS = 24 * 60 * 60 * 1000;

interface MoneyOfReceipt {
  readonly transaction: string;
  /** Minor units; less than the line's amount if its money was shared. */
  readonly amount: number;
  readonly receivedAt: Date;
}

/**
 * Whether a transfer that a person enters is the one that a receipt with the same number was booked for. If the number
 * may occur again, its amount and day decide.
 */
export function isSameTransfer(entered: MoneyOfReceipt, receipt: MoneyOfReceipt): boolean {
  if (isUniqueReference(entered.transaction) || receipt.transaction === entered.transaction) return true;
  return (
    statementLineOf(receipt.transaction).amount === entered.amount &&
    Math.abs(receipt.receivedAt.getTime() - entered.receivedAt.getTime()) < NEARBY_MS
  );
}

/** The day and the amount, in minor units, in the key of a line of a bank statement. */
export function statementLineOf(transaction: string): { day: string; amount: number } {
  const [, day = '', amount] = LINE_KEY.exec(transaction) ?? [];
  return { day, amount: Math.abs(Number(amount ?? 0)) };
}
