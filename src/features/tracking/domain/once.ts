/** So many are remembered; the oldest is forgotten first. */
const REMEMBERED = 100;

/** Which moments were told before, as one kept text. */
function toldBefore(text: string | null): string[] {
  try {
    const kept = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** The text with one more; null when it was told before. */
export function toldNow(text: string | null, key: string): string | null {
  const before = toldBefore(text);
  return before.includes(key) ? null : JSON.stringify([...before, key].slice(-REMEMBERED));
}
