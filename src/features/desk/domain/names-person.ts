/** The ways in which a note may name a person. */
export interface NamedPerson {
  readonly email: string;
  /** As written on accounts and tickets. */
  readonly names: readonly string[];
}

/** Shorter parts of names, such as `de` or `J.`, occur in any text. */
const MIN_LETTERS = 3;

/**
 * Whether a note names the person, by the address or by part of a name. Parts that the order's buyer also has, such as
 * a family name, are taken to mean the buyer.
 */
export function namesPerson(note: string, { email, names }: NamedPerson, buyer: string): boolean {
  const addresses = new Set(addressesIn(note));
  if (addresses.has(email.toLowerCase())) return true;
  const words = new Set(wordsOf(note));
  const buyers = new Set(wordsOf(buyer));
  return names.flatMap(wordsOf).some((word) => word.length >= MIN_LETTERS && words.has(word) && !buyers.has(word));
}

const addressesIn = (text: string): string[] =>
  (text.toLowerCase().match(/[^\s<>()[\]",;:]+@[^\s<>()[\]",;:]+/g) ?? []).map((found) => found.replace(/[.!?]+$/, ''));

/** Without case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
