export interface Mailbox {
  readonly name: string;
  readonly email: string;
}

/**
 * Reads a name and an email address as a mail program shows them: `Ana Maric <ana@example.org>`, even with the name in
 * quotation marks or the address without its brackets. Either can be missing and is then empty.
 */
export function readMailbox(typed: string): Mailbox {
  const words = typed.trim().split(/\s+|(?=<)/u);
  const last = words.at(-1) ?? '';
  const hasEmail = last.includes('@');
  const name = (hasEmail ? words.slice(0, -1) : words).join(' ').replace(/^(["'])(.*)\1$/u, '$2');
  return { name, email: hasEmail ? last.replace(/^<(.*)>$/u, '$1') : '' };
}
