import { expect, test } from 'vitest';
import { contrast, fromHex } from '#kernel/color.ts';
import { backgrounds, deriveAccent, deriveBrand, type Scheme } from './derive-brand.ts';
import { operatorStylesheet } from './operator-stylesheet.ts';

const between = (one: string, other: string) => contrast(fromHex(one), fromHex(other));

/** 20,000 evenly spread colours, always the same, and those that operators and designers think of first. */
function manyColors(): string[] {
  let state = 2_026;
  const random = Array.from({ length: 20_000 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `#${(state >>> 8).toString(16).padStart(6, '0')}`;
  });
  const pure = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff'];
  return [...random, ...pure, '#777777', '#808080'];
}

/** Our own colours that surround an operator's colour. */
const inks = { light: ['#1b1a2e', '#4a4860'], dark: ['#f6f0e4', '#cbc6d4'] } as const;

/** Each text or shape with its background and the contrast that WCAG 2.2 requires. */
function pairsOf(color: string, scheme: Scheme): [what: string, front: string, back: string, needed: number][] {
  const { paper, surface } = backgrounds[scheme];
  const { brand, onBrand, brandHover, brandSoft, brandText, brandEdge } = deriveBrand(color, scheme);
  const { accent, onAccent } = deriveAccent(color);
  return [
    ['label on a button', onBrand, brand, 4.5],
    ['label on a button under the pointer', onBrand, brandHover, 4.5],
    ['link on the page', brandText, paper, 4.5],
    ['link on a card', brandText, surface, 4.5],
    ['link on a chosen card', brandText, brandSoft, 4.5],
    ...inks[scheme].map((ink): [string, string, string, number] => ['ink on a chosen card', ink, brandSoft, 4.5]),
    ['edge of a button on the page', brandEdge, paper, 3],
    ['edge of a button on a card', brandEdge, surface, 3],
    ['text on the accent', onAccent, accent, 4.5],
  ];
}

test.each<Scheme>(['light', 'dark'])(
  'any of 20,010 colours is legible on every background of the %s scheme',
  (scheme) => {
    const colors = manyColors();
    expect(colors).toHaveLength(20_010);
    const illegible = colors.flatMap((color) =>
      pairsOf(color, scheme)
        .filter(([, front, back, needed]) => between(front, back) < needed)
        .map(([what]) => `${color}: ${what}`),
    );
    expect(illegible).toEqual([]);
  },
);

test('brand colours resolve to the values that the design page lists', () => {
  expect(deriveBrand('#FFD400', 'light')).toMatchObject({
    brand: '#ffd400',
    onBrand: '#0b0b12',
    brandText: '#836d0e',
    brandEdge: '#a48a26',
  });
  expect(deriveBrand('#F4A6C0', 'light')).toMatchObject({ brandText: '#a15a74', brandEdge: '#c27891' });
  expect(deriveBrand('#5B2BE0', 'dark')).toMatchObject({ brand: '#9b97f8' });
});

const nothing = {
  brandColor: null,
  accentColor: null,
  fontDisplay: null,
  fontText: null,
  fontStylesheet: null,
  radius: 'soft',
} as const;

test('an operator who chooses nothing has no stylesheet', () => {
  expect(operatorStylesheet(nothing)).toBe('');
});

test('the shop’s own brand colour keeps its hand-picked companions, however it is written', () => {
  expect(operatorStylesheet({ ...nothing, brandColor: '#0B5D66' })).toBe('');
});

test('choices become custom properties in the operator’s layer', () => {
  const css = operatorStylesheet({
    ...nothing,
    brandColor: '#FFD400',
    fontText: 'Inter',
    fontStylesheet: 'https://fonts.example/inter.css',
    radius: 'square',
  });
  expect(css).toMatch(/^@import url\("https:\/\/fonts\.example\/inter\.css"\);\n@layer operator\{/);
  expect(css).toContain('--brand:#ffd400;--on-brand:#0b0b12');
  expect(css).toContain('--font-text:"Inter",system-ui,sans-serif');
  expect(css).toContain('--radius-card:2px');
  expect(css.match(/data-color-scheme/g)).toHaveLength(2);
});

test('a generic font family uses the visitor’s own font and loads nothing', () => {
  expect(operatorStylesheet({ ...nothing, fontText: 'Serif' })).toContain('--font-text:serif}');
});

test('text in Arial takes up the same space until an operator’s own font has loaded', () => {
  const fallback = { sizeAdjust: 105.9, ascent: 95, descent: 25.9, lineGap: 0 };
  const font = { url: '/images/font-1.woff2', weight: '400 700', fallback };
  const css = operatorStylesheet({ ...nothing, headingFont: font });
  expect(css).toContain(
    '@font-face{font-family:"Shop heading";font-display:swap;font-weight:400 700;src:url("/images/font-1.woff2") format("woff2")}',
  );
  expect(css).toContain('size-adjust:105.9%;ascent-override:95%;descent-override:25.9%;line-gap-override:0%');
  expect(css).toContain('--font-display:"Shop heading","Shop heading fallback",system-ui,sans-serif}');
  expect(css).not.toContain('--font-text');
});
