/** The most keys remembered; the oldest is dropped first. */
const REMEMBERED = 100;

/** The stored keys of events that were already reported. */
function reportedKeys(text: string | null): string[] {
  try {
    const kept = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** The stored text with the key added; null if the key is already in it. */
export function withReported(text: string | null, key: string): string | null {
  const before = reportedKeys(text);
  return before.includes(key) ? null : JSON.stringify([...before, key].slice(-REMEMBERED));
}
