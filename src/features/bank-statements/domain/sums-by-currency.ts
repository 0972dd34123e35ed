interface Money {
  /** Minor units; null if it cannot be read. */
  readonly amount: number | null;
  /** Null for the shop's own. */
  readonly currency: string | null;
}

/** One sum for each currency, in minor units, the shop's own first. Empty if no amount can be read. */
export function sumsByCurrency(lines: readonly Money[], own: string): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of lines) {
    if (amount === null) continue;
    const key = currency ?? own;
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((one, other) => Number(other.currency === own) - Number(one.currency === own));
}
