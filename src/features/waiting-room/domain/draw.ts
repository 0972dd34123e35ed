/**
 * Draws the positions of the places that were given before the opening: element `n - 1` is the position of place `n`,
 * counted from 1. `word` returns random 32-bit numbers. Every permutation is equally likely, so it does not matter who
 * came first.
 */
export function drawPositions(places: number, word: () => number): Uint32Array {
  const positions = new Uint32Array(places);
  for (let index = 0; index < places; index += 1) positions[index] = index + 1;
  for (let last = places - 1; last > 0; last -= 1) {
    const chosen = below(last + 1, word);
    const position = positions[last]!;
    positions[last] = positions[chosen]!;
    positions[chosen] = position;
  }
  return positions;
}

const WORDS = 2 ** 32;

/** Rejects words at or above the largest multiple of `limit`, which would make small numbers more likely. */
function below(limit: number, word: () => number): number {
  const fair = WORDS - (WORDS % limit);
  let drawn = word();
  while (drawn >= fair) drawn = word();
  return drawn % limit;
}

/** `draw` has the positions of places taken before the opening. Later places keep their order of arrival. */
export const positionOf = (number: number, draw: Uint32Array): number =>
  number <= draw.length ? draw[number - 1]! : number;
