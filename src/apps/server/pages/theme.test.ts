import { expect, test } from 'vitest';
import type { ThemeOptions } from '#features/shop-config/contract.ts';
import { usedFonts } from './theme.ts';

const fonts = [
  '/assets/figtree-latin-wght-normal-a1.woff2',
  '/assets/bricolage-grotesque-latin-750-normal-b2.woff2',
] as const;
const theme = (fontDisplay: string | null, fontText: string | null): ThemeOptions => ({
  ...{ brandColor: null, accentColor: null, fontStylesheet: null, radius: 'soft', colorScheme: 'light' },
  fontDisplay,
  fontText,
});

test.each([
  ['both of our fonts while the operator names none', theme(null, null), [...fonts]],
  ['only our text font if the operator names a heading font', theme('Georgia', null), [fonts[0]]],
  ['only our heading font if the operator names a text font', theme(null, 'Georgia'), [fonts[1]]],
  ['none of ours if the operator names both', theme('Georgia', 'Georgia'), []],
])('a page preloads %s', (_what, of, expected) => {
  expect(usedFonts(fonts, of)).toEqual(expected);
});

test('the operator’s font files come first, each once', () => {
  const font = {
    url: '/images/font-1.woff2',
    weight: '400',
    fallback: { sizeAdjust: 1, ascent: 1, descent: 1, lineGap: 0 },
  };
  expect(usedFonts(fonts, { ...theme(null, null), headingFont: font })).toEqual([font.url, fonts[0]]);
  expect(usedFonts(fonts, { ...theme(null, null), headingFont: font, bodyFont: font })).toEqual([font.url]);
});
