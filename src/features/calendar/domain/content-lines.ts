/** A property of a calendar file: its name, its parameters in file form (`;TZID=…`), and its encoded value. */
export interface ContentLine {
  readonly name: string;
  readonly parameters?: string;
  readonly value: string;
}

/** The maximum length of a line without its line break (RFC 5545, 3.1). */
const MAX_OCTETS = 75;

/** Joins the lines into a file: folded, each ending in CR LF. */
export const calendarText = (lines: readonly ContentLine[]): string =>
  lines.map(({ name, parameters = '', value }) => `${folded(`${name}${parameters}:${value}`)}\r\n`).join('');

/** Escapes a text value (RFC 5545, 3.3.11). Drops control characters. */
export const escapedText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a value must not contain these.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/**
 * Splits a long line; all lines but the first then begin with a space. Splits between characters, because some readers
 * decode each line separately.
 */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0)!);
    if (octets + size > MAX_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
