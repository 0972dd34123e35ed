/** No path of the shop is longer. */
const MAX_LENGTH = 500;

/**
 * Checks `from`, which comes from a link and is untrusted. A path of this shop starts with one slash and contains
 * nothing that browsers read as another host or drop (`//`, `\`, tabs, line breaks); anything else becomes `/`.
 */
export function safeFromPath(from: unknown): string {
  if (typeof from !== 'string' || from.length > MAX_LENGTH) return '/';
  if (!from.startsWith('/') || from.startsWith('//')) return '/';
  for (const character of from) {
    if (character === '\\' || character <= ' ' || character === '\u007f') return '/';
  }
  return from;
}
