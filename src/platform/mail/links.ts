/** The address as it may stand in a mail. Throws for anything but the web and mail: such an address is our own mistake. */
export function mailUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:' && protocol !== 'mailto:') {
    throw new TypeError(`No address for a mail: ${protocol}`);
  }
  return href;
}
