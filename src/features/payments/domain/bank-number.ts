/** The key of a line of a bank statement: its format, account, day, amount in minor units, and number. */
const LINE_KEY = /^(?:camt|mt940|csv):.*?:(\d{4}-\d{2}-\d{2}):(-?\d*):(.+)$/;

/**
 * The number that people know a payment by: the bank's or the provider's. The key of a line of a bank statement also
 * has its format, account, day and amount. Null if the bank gave the line no number.
 */
export function bankNumber(transaction: string): string | null {
  const name = LINE_KEY.exec(transaction)?.[3];
  if (name === undefined) return transaction;
  // A digest stands for a number that is missing or too short. A share of a line has a suffix.
  const number = name.replace(/·\d{1,2}$/, '').replace(/\/?=[0-9a-f]{32}(#\d+)?$/, '');
  return number === '' ? null : number;
}

/** The day and the amount, in minor units, in the key of a line of a bank statement. */
export function statementLineOf(transaction: string): { day: string; amount: number } {
  const [, day = '', amount] = LINE_KEY.exec(transaction) ?? [];
  return { day, amount: Math.abs(Number(amount ?? 0)) };
}
