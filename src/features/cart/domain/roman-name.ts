const LETTER = /\p{L}/u;
const LATIN_LETTER = /\p{Script=Latin}/u;
// Apostrophes and accents that stand apart (as in Hawaiʻi) count as letters but belong to no script.
const SPACING_MODIFIER = /[\u02b0-\u02ff]/u;

/**
 * Whether a name is written in roman characters: every letter is of the Latin script, extended letters and
 * combining accents included, and there is at least one. Apostrophes, hyphens, dots, digits and blanks are no letters.
 */
export function isRomanName(name: string): boolean {
  let hasLatinLetter = false;
  for (const sign of name) {
    if (LATIN_LETTER.test(sign)) hasLatinLetter = true;
    else if (LETTER.test(sign) && !SPACING_MODIFIER.test(sign)) return false;
  }
  return hasLatinLetter;
}
