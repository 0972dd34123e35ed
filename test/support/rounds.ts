/** Multiplies random tests: 1 in `npm test`, more in `npm run test:long`. */
export const rounds = Math.max(1, Number(process.env.LONG_ROUNDS ?? 1));

/**
 * Seed of all random tests. It is fixed in `npm test`, so that a failure comes from a change and not from chance, and
 * new at every `npm run test:long`, to cover new cases. SEED repeats a failure.
 */
export const seed = Number(process.env.SEED ?? (rounds > 1 ? Date.now() % 2 ** 31 : 20_270_722));

/**
 * Limits the time for the runs of a property. The returned function tells whether another run may begin. The first one
 * always may, however slow the machine is.
 */
export function timeForRuns(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  let isFirst = true;
  return () => {
    const mayBegin = isFirst || performance.now() < end;
    isFirst = false;
    return mayBegin;
  };
}
