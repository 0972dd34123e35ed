// What every bank of the area must take in a transfer file: Latin letters without marks, digits, a few signs. Others may change or
// refuse the rest, so names are written plainly here.
const NOT_ALLOWED = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Stands for a text of which no letter can be written. */
export const NOTHING_LEFT = '-';

/** How long a name may be. */
export const MOST_NAME = 70;

const SPELLED: Readonly<Record<string, string>> = {
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

/** In the letters that every bank takes where a letter has such a spelling; marks are left out. */
const spelled = (text: string): string =>
  text
    .replace(/./gsu, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** The text in the letters that every bank takes, at most `most` of them; never empty, never beginning or ending in a slash. */
export function sepaText(text: string, most: number): string {
  const plain = allOf(text).slice(0, most).trim();
  return plain === '' ? NOTHING_LEFT : plain;
}

const allOf = (text: string): string =>
  spelled(text)
    .replace(NOT_ALLOWED, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/^\/+|\/+$/g, '');

/** Whether `sepaText` leaves letters or digits out, which makes another name of a name. A mark or another spelling loses nothing. */
export const losesLetters = (text: string, most: number): boolean =>
  allOf(text).length > most ||
  spelled(text)
    .replace(/[A-Za-z0-9]/g, '')
    .search(/[\p{L}\p{N}]/u) >= 0;
