/** A transfer that pays several orders is booked as several receipts, each under its own key. */
export const shareKey = (movement: string, index: number): string =>
  index === 0 ? movement : `${movement}/${index + 1}`;

/** An upper bound: the text of one line has room for fewer codes. */
const MAX_SHARES = 40;

/**
 * Keys made from a line of a statement. Only these get the suffix of a share; in a number that an operator types, `/11`
 * is part of the number.
 */
const OF_A_STATEMENT = /^(?:camt|mt940|csv):/;

/** All keys under which the movement with this key may be booked. */
export function movementKeys(transaction: string): string[] {
  if (!OF_A_STATEMENT.test(transaction)) return [transaction];
  const movement = transaction.replace(/\/\d{1,2}$/, '');
  return Array.from({ length: MAX_SHARES }, (_, index) => shareKey(movement, index));
}
