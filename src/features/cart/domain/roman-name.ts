const LETTER = /\p{L}/u;
const LATIN_LETTER = /\p{Script=Latin}/u;
// Standalone apostrophes and accents (as in Hawaiʻi) are letters but belong to no script.
const SPACING_MODIFIER = /[\u02b0-\u02ff]/u;

/**
 * True for a name of at least one letter whose letters are all Latin, including extended letters and combining
 * accents. Apostrophes, hyphens, dots, digits and spaces are not letters.
 */
export function isRomanName(name: string): boolean {
  let hasLatinLetter = false;
  for (const character of name) {
    if (LATIN_LETTER.test(character)) hasLatinLetter = true;
    else if (LETTER.test(character) && !SPACING_MODIFIER.test(character)) return false;
  }
  return hasLatinLetter;
}
