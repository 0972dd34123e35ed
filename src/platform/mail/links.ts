/**
 * Normalises an address for a mail. Throws for schemes other than http, https and mailto, which would be our own bug.
 */
export function mailUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:' && protocol !== 'mailto:') {
    throw new TypeError(`No address for a mail: ${protocol}`);
  }
  return href;
}
