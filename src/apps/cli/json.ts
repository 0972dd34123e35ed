/** Returns the output of `--json`, whose keys look like all keys outside the code: `uses_limit`. */
export const jsonText = (value: unknown): string => JSON.stringify(snakeCased(value), null, 2);

/** For output that already has some keys in this form. */
export function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [snakeCase(key), snakeCased(one)]));
}

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
