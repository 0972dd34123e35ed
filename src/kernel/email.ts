// Two or more addresses in one, or a name beside one, are made with these; no mailbox in use has them.
const NEVER_IN_ONE_ADDRESS = /[\s@,;:<>()[\]"\\\p{Cc}\p{Cf}]/u;

/**
 * Whether a text is one email address by a simple rule: `x@y.z` without spaces or a second @, with a dot in the domain and no
 * `mailto:` in front. Characters that would make a mail header read it as anything but one plain address are refused too.
 * Expects trimmed text; '' is no address.
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

/** How emails are compared everywhere: NFC, lower case. The address as typed is what mails go to. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase().normalize('NFC');

/**
 * The mailbox that an address may lead to, for counting only: with many providers dots and what follows a plus make no other one,
 * nor do wide letters. Two people who share a key share a limit and nothing else.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email).normalize('NFKC').toLowerCase();
  const at = key.lastIndexOf('@');
  const before = key.slice(0, at);
  const plain = before.replace(/(?<=.)\+.*$/, '').replaceAll('.', '');
  return `${plain || before}@${key.slice(at + 1).replace(/\.+$/, '')}`;
}
