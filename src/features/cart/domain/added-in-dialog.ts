interface Line {
  readonly id: string;
  /** Minor units. */
  readonly price: number;
  readonly fee: number;
}

/** Ids of the lines that a change has added. */
export const newLines = (before: readonly Pick<Line, 'id'>[], after: readonly Pick<Line, 'id'>[]): string[] =>
  after.map(({ id }) => id).filter((id) => !before.some((line) => line.id === id));

/**
 * The tickets added since the dialog was opened that are still in the cart, which may have expired in the meantime.
 */
export function addedInDialog(
  added: readonly string[],
  cart: readonly Line[],
): { readonly count: number; readonly total: number } {
  const held = cart.filter(({ id }) => added.includes(id));
  return { count: held.length, total: held.reduce((total, { price, fee }) => total + price + fee, 0) };
}
