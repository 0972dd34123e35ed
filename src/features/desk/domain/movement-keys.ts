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

const sharesOf = (movement: string): string[] =>
  Array.from({ length: MAX_SHARES }, (_, index) => shareKey(movement, index));

/** The movements that a receipt's key may belong to. A bank's reference can end in `/2` too, so there may be two. */
function possibleMovements(key: string): string[] {
  if (!OF_A_STATEMENT.test(key)) return [];
  const withoutSuffix = key.replace(/\/\d{1,2}$/, '');
  return withoutSuffix === key ? [key] : [withoutSuffix, key];
}

/** All keys under which other shares of this receipt's movement may be booked; `sharesAmong` selects the right ones. */
export const keysToCompare = (key: string): string[] => [
  ...new Set([key, ...possibleMovements(key).flatMap(sharesOf)]),
];

/**
 * Selects the keys that belong to the same movement as `key`. The first share has the movement's own key, so a suffix
 * is a share's only if the key without it is booked.
 */
export function sharesAmong(key: string, booked: readonly string[]): string[] {
  const movement = possibleMovements(key).find((possible) => booked.includes(possible)) ?? key;
  const shares = new Set(OF_A_STATEMENT.test(movement) ? sharesOf(movement) : [movement]);
  return booked.filter((one) => shares.has(one));
}
