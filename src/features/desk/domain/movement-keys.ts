/**
 * A transfer that pays several orders is booked as several receipts, each under its own key. A key made from a line
 * ends in a bank's reference of ASCII characters, so no line's own key equals the key of a share.
 */
export const shareKey = (movement: string, index: number): string =>
  index === 0 ? movement : `${movement}·${index + 1}`;

/** An upper bound: the text of one line has room for fewer codes. */
const MAX_SHARES = 40;

/**
 * Keys made from a line of a statement. Only these get the suffix of a share; a number that an operator types is a
 * single movement.
 */
const OF_A_STATEMENT = /^(?:camt|mt940|csv):/;

/** All keys under which the movement of the receipt with this key may be booked. */
export function keysOfMovement(key: string): string[] {
  if (!OF_A_STATEMENT.test(key)) return [key];
  const movement = key.replace(/·\d{1,2}$/, '');
  return Array.from({ length: MAX_SHARES }, (_, index) => shareKey(movement, index));
}
