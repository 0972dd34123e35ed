/** `capacity` is null if unlimited. */
export interface UnitCounts {
  readonly capacity: number | null;
  readonly sold: number;
  readonly held: number;
}

/** Units still for sale; null means unlimited. Never negative. */
export function unitsLeft({ capacity, sold, held }: UnitCounts): number | null {
  return capacity === null ? null : Math.max(0, capacity - sold - held);
}

/** Returns the smaller of two numbers of units, where null means unlimited. */
export function minUnits(one: number | null, other: number | null): number | null {
  if (one === null) return other;
  if (other === null) return one;
  return Math.min(one, other);
}
