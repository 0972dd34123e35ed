/** Less than a twentieth is left. Sold-out stock no longer counts as low. */
export const isLow = (left: number, capacity: number): boolean => left > 0 && left * 20 < capacity;
