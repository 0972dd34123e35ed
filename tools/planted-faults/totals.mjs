/** Returns the last line that run.ts prints: how many runs ended as expected, and how many did not. */
export const totalsLine = (noticed, wrong) => `${noticed} as expected, ${wrong} not`;

/** Reads the totals from all that run.ts printed. Without them, the run broke off, which counts as one failure. */
export function totalsIn(output) {
  const [, noticed = '0', wrong = '1'] = /^(\d+) as expected, (\d+) not$/m.exec(output) ?? [];
  return { noticed: Number(noticed), wrong: Number(wrong) };
}
