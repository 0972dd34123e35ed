/** The output of `--json`, with keys as everywhere outside the code: `uses_limit`. */
export const jsonText = (value: unknown): string => JSON.stringify(snakeCased(value), null, 2);

/** For output of which some parts have such keys already. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [snakeCase(key), snakeCased(one)]));
}

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
