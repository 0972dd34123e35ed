import { readCreditorReference } from './creditor-reference.ts';
import { ORDER_CODE_CHARACTERS } from './order-code.ts';

/** Returns the text in the form of stored codes, because banks change dashes to spaces and capitals to lower case. */
export const normalizeReference = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]+/gu, '-');

/**
 * The stored codes that a reference can mean, whether it is readable or structured. A structured reference has no
 * dashes, so its last digits may belong to the code or be a payment's number.
 */
export function readReference(text: string): string[] {
  const structured = readCreditorReference(text);
  if (!structured) return [normalizeReference(text)];
  const body = structured.slice(4);
  return [0, 1, 2, 3].flatMap((digits) => {
    const match = new RegExp(`^([A-Z]+)(.{${ORDER_CODE_CHARACTERS}})(\\d{${digits}})$`).exec(body);
    return match ? [match.slice(1).filter(Boolean).join('-')] : [];
  });
}
