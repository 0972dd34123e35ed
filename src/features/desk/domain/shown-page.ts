/**
 * A page of the shop, to be viewed by staff: its links lead nowhere, its buttons and fields do nothing, and it contains
 * none of these secrets. Expects HTML as React writes it, whose texts and values have no angle brackets or double
 * quotes. The office's pages allow no inline styles, so styles are moved to `data-style`, and the page sets them.
 */
export function shownPage(html: string, secrets: readonly string[]): string {
  const inert = html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<(a|area)\b[^>]*>/g, (tag) => without(tag, 'href'))
    .replace(/<form\b[^>]*>/g, (tag) => without(tag, 'action'))
    .replace(/<button\b/g, '<button aria-disabled="true"')
    .replace(/<(input|select|textarea)\b/g, '<$1 disabled=""')
    .replaceAll(' style="', ' data-style="');
  return secrets.reduce((text, secret) => (secret === '' ? text : text.replace(inGroups(secret), '•••••')), inert);
}

const without = (tag: string, attribute: string): string => tag.replace(new RegExp(`\\s${attribute}="[^"]*"`, 'g'), '');

/** Codes are written in groups, to be read aloud. */
const inGroups = (secret: string): RegExp =>
  new RegExp([...secret].map((one) => one.replace(/\W/, '\\$&')).join('[\\s\u00a0-]?'), 'g');
