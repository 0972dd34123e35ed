// These characters separate addresses, or names from addresses. No mailbox in use has them.
const NEVER_IN_ONE_ADDRESS = /[\s@,;:<>()[\]"\\\p{Cc}\p{Cf}]/u;

/**
 * Accepts `x@y.z` without spaces or a second @, with a dot in the domain and no `mailto:`. Refuses characters that
 * would make a mail header read it as more than one plain address. Expects trimmed text.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.indexOf('@');
  if (at < 1) return false;
  const before = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (NEVER_IN_ONE_ADDRESS.test(before) || NEVER_IN_ONE_ADDRESS.test(domain)) return false;
  const dot = domain.lastIndexOf('.');
  return dot > 0 && dot < domain.length - 1;
}

/** The form in which addresses are compared. Mails go to the address as typed. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase().normalize('NFC');

/**
 * Returns a key that addresses of one mailbox share, for rate limits only: many providers ignore dots and anything
 * after a plus, and read full-width letters as plain ones. Different people with the same key only share a limit.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email).normalize('NFKC').toLowerCase();
  const at = key.lastIndexOf('@');
  const before = key.slice(0, at);
  const plain = before.replace(/(?<=.)\+.*$/, '').replaceAll('.', '');
  return `${plain || before}@${key.slice(at + 1).replace(/\.+$/, '')}`;
}
