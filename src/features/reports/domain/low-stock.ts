/** Less than a twentieth is left. What is sold out is not low any more. */
export const isLow = (left: number, capacity: number): boolean => left > 0 && left * 20 < capacity;
