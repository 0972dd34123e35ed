/**
 * A transfer that pays several orders is booked as several receipts, each under its own key. A key made from a line ends
 * in a bank's reference of ASCII characters, so no line has the key of a share.
 */
export const shareKey = (movement: string, index: number): string =>
  index === 0 ? movement : `${movement}·${index + 1}`;

/** As keys of shares ended before. A bank's reference can end like this too. */
const shareKeyBefore = (movement: string, index: number): string =>
  index === 0 ? movement : `${movement}/${index + 1}`;

/** An upper bound: the text of one line has room for fewer codes. */
const MAX_SHARES = 40;

/**
 * Keys made from a line of a statement. Only these get the suffix of a share; in a number that an operator types, `/11`
 * is part of the number.
 */
const OF_A_STATEMENT = /^(?:camt|mt940|csv):/;

const sharesOf = (movement: string, keyOf: typeof shareKey): string[] =>
  Array.from({ length: MAX_SHARES }, (_, index) => keyOf(movement, index));

/** The movements that a receipt's key may belong to. One that ends in `/2` may be a share's or a line's. */
function possibleMovements(key: string): string[] {
  if (!OF_A_STATEMENT.test(key)) return [];
  const withoutSuffix = key.replace(/·\d{1,2}$/, '');
  if (withoutSuffix !== key) return [withoutSuffix];
  const withoutOldSuffix = key.replace(/\/\d{1,2}$/, '');
  return withoutOldSuffix === key ? [key] : [withoutOldSuffix, key];
}

/** All keys under which other shares of this receipt's movement may be booked; `sharesAmong` selects the right ones. */
export const keysToCompare = (key: string): string[] => [
  ...new Set([
    key,
    ...possibleMovements(key).flatMap((movement) => [
      ...sharesOf(movement, shareKey),
      ...sharesOf(movement, shareKeyBefore),
    ]),
  ]),
];

export interface BookedShare {
  readonly transaction: string;
  /** Minor units. */
  readonly amount: number;
}

/** The amount of the line from which the key was made; null if the key has none. */
function amountOfLine(movement: string): number | null {
  const found = /:\d{4}-\d{2}-\d{2}:(\d+):/.exec(movement);
  return found ? Number(found[1]) : null;
}

/**
 * Selects the receipts of the same movement as `key`. The first share has the movement's own key, so a suffix is a
 * share's only if the key without it is booked, and for less than the whole line.
 */
export function sharesAmong<Booked extends BookedShare>(key: string, booked: readonly Booked[]): Booked[] {
  const under = (keys: readonly string[]) => booked.filter(({ transaction }) => keys.includes(transaction));
  const receiptsOf = (movement: string): Booked[] => {
    const first = under([movement]);
    if (first.length === 0 || first[0]!.amount === amountOfLine(movement)) return first;
    const shares = under(sharesOf(movement, shareKey));
    return shares.length > 1 ? shares : under(sharesOf(movement, shareKeyBefore));
  };
  const movements = possibleMovements(key).map(receiptsOf);
  return movements.find((receipts) => receipts.some(({ transaction }) => transaction === key)) ?? under([key]);
}
