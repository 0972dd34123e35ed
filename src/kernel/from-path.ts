/** Where a login may return to: paths longer than this are nobody's. */
const LONGEST = 500;

/**
 * The path to return to after a login, from the untrusted `from` of a link: only a path of this shop, which starts with one
 * slash and holds nothing that browsers read as another host or throw away (`//`, `\`, tabs, line breaks). Anything else is `/`.
 */
export function safeFromPath(from: unknown): string {
  if (typeof from !== 'string' || from.length > LONGEST) return '/';
  if (!from.startsWith('/') || from.startsWith('//')) return '/';
  for (const character of from) {
    if (character === '\\' || character <= ' ' || character === '\u007f') return '/';
  }
  return from;
}
