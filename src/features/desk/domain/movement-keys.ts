/** A transfer that pays several orders is booked as several receipts, each under its own key. */
export const shareKey = (movement: string, index: number): string =>
  index === 0 ? movement : `${movement}/${index + 1}`;

/** More orders than one line of a statement can name. */
const MOST_SHARES = 40;

/** Keys made from a line of a statement. Only these have shares: an operator may type a number with a slash. */
const OF_A_STATEMENT = /^(?:camt|mt940|csv):/;

/** All keys under which the movement of this key may be booked. */
export function movementKeys(transaction: string): string[] {
  if (!OF_A_STATEMENT.test(transaction)) return [transaction];
  const movement = transaction.replace(/\/\d{1,2}$/, '');
  return Array.from({ length: MOST_SHARES }, (_, index) => shareKey(movement, index));
}
