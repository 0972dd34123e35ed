/** With more keys, the oldest are dropped. */
const MAX_KEYS = 100;

function reportedKeys(text: string | null): string[] {
  try {
    const stored = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Adds the key to the stored text. Returns null if it is already there. */
export function withReported(text: string | null, key: string): string | null {
  const before = reportedKeys(text);
  return before.includes(key) ? null : JSON.stringify([...before, key].slice(-MAX_KEYS));
}
