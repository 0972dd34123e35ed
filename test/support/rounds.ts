/** How many times as much as usual is tried: 1 in `npm test`, more in `npm run test:long`. */
export const rounds = Math.max(1, Number(process.env.LONG_ROUNDS ?? 1));
