// Matches characters outside the set that every SEPA bank accepts. Some banks change or refuse them.
const NOT_ALLOWED = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Replaces a text that loses all of its characters. */
export const NOTHING_LEFT = '-';

/** The longest name in a transfer, in characters. */
export const MAX_NAME_LENGTH = 70;

const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  Ł: 'L',
  ł: 'l',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  Ŋ: 'N',
  ŋ: 'n',
  '&': '+',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};

/** Respells letters that banks do not accept, and drops diacritics. */
const respell = (text: string): string =>
  text
    .replace(/./gsu, (letter) => SPELLINGS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** Returns at most `limit` characters, never empty and never with a slash at either end. */
export function sepaText(text: string, limit: number): string {
  const plain = allowedText(text)
    .slice(0, limit)
    .replace(/[/ ]+$/, '');
  return plain === '' ? NOTHING_LEFT : plain;
}

const allowedText = (text: string): string =>
  respell(text)
    .replace(NOT_ALLOWED, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/^\/+|\/+$/g, '');

/** Whether a name loses letters or digits. Dropped diacritics and respelled letters do not count. */
export const losesLetters = (text: string, limit: number): boolean =>
  allowedText(text).length > limit ||
  respell(text)
    .replace(/[A-Za-z0-9]/g, '')
    .search(/[\p{L}\p{N}]/u) >= 0;
