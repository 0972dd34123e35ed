// What every bank of the area must take in a transfer file: Latin letters without marks, digits, a few signs. Others may change or
// refuse the rest, so names are written plainly here.
const NOT_ALLOWED = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/** Stands for a text of which no letter can be written. */
export const NOTHING_LEFT = '-';

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
  '&': '+',
  '’': "'",
  '–': '-',
};

/** The text in the letters that every bank takes, at most `most` of them; never empty, never beginning or ending in a slash. */
export function sepaText(text: string, most: number): string {
  const plain = text
    .replace(/./gsu, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(NOT_ALLOWED, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .slice(0, most)
    .trim();
  return plain === '' ? NOTHING_LEFT : plain;
}
