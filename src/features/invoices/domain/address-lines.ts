export interface AddressPart {
  /** The HTML autocomplete token; null if unknown. */
  readonly token: string | null;
  readonly text: string;
}

/** The lines of a printed address: a postal code is on the same line as the city that follows it. */
export function addressLines(parts: readonly AddressPart[]): string[] {
  const lines: string[] = [];
  let before: string | null = null;
  for (const { token, text } of parts.filter((part) => part.text !== '')) {
    if (before === 'postal-code' && token === 'address-level2') lines.push(`${lines.pop()} ${text}`);
    else lines.push(text);
    before = token;
  }
  return lines;
}
