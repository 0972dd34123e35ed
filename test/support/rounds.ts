/** How many times as much as usual is tried: 1 in `npm test`, more in `npm run test:long`. */
export const rounds = Math.max(1, Number(process.env.LONG_ROUNDS ?? 1));

/**
 * What all random trying starts from: one number in `npm test`, so that it tells of a change and not of the day, another at
 * every `npm run test:long`, so that it looks where nobody has looked. SEED sets it, to see a failure again.
 */
export const seed = Number(process.env.SEED ?? (rounds > 1 ? Date.now() % 2 ** 31 : 20_270_722));
