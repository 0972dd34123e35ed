import type { Font } from 'fontkit';
import type { FontFile } from '../../contract.ts';

/** Widths of Arial in thousandths of the size. The substitutes Liberation Sans and Arimo have the same. */
const ARIAL: Readonly<Record<string, number>> = {
  ...{ a: 556, b: 556, c: 500, d: 556, e: 556, f: 278, g: 556, h: 556, i: 222, j: 222, k: 500, l: 222, m: 833, n: 556 },
  ...{ o: 556, p: 556, q: 556, r: 333, s: 500, t: 278, u: 556, v: 500, w: 722, x: 500, y: 500, z: 500, ' ': 278 },
};

/** A text whose letters are about as frequent as in a shop's sentences. */
const SAMPLE =
  'put your tickets and a coach from the city into the cart before the last seats for friday are gone and we keep them';

/**
 * Returns overrides in CSS percent with which Arial takes up the same space, so that nothing moves when the font
 * arrives. Measured at the font's usual weight; much bolder letters differ by a few percent.
 */
export function fallbackMetrics(font: Pick<Font, FontFacts>): FontFile['fallback'] {
  const width = sumOf((letter) => font.glyphForCodePoint(letter.codePointAt(0)!).advanceWidth) / font.unitsPerEm;
  const sizeAdjust = width / (sumOf((letter) => ARIAL[letter]!) / 1_000);
  const height = (units: number) => percent(units / font.unitsPerEm / sizeAdjust);
  return {
    sizeAdjust: percent(sizeAdjust),
    ascent: height(font.ascent),
    descent: height(Math.abs(font.descent)),
    lineGap: height(font.lineGap),
  };
}

type FontFacts = 'unitsPerEm' | 'ascent' | 'descent' | 'lineGap' | 'glyphForCodePoint';

const sumOf = (widthOf: (letter: string) => number): number =>
  [...SAMPLE].reduce((sum, letter) => sum + widthOf(letter), 0);

const percent = (share: number): number => Math.round(share * 1_000) / 10;
