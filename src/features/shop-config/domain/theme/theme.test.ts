import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, fromHex } from './color.ts';
import { deriveAccent, deriveBrand, grounds, type Scheme } from './derive-brand.ts';
import { operatorStylesheet } from './operator-stylesheet.ts';

const between = (one: string, other: string) => contrast(fromHex(one), fromHex(other));
const hexColors = fc
  .oneof(
    fc.integer({ min: 0, max: 0xffffff }),
    fc.constantFrom(0, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff, 0xffff00, 0xff00ff, 0x00ffff, 0x777777, 0x808080),
  )
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('any brand colour gives legible labels, links and edges, on light and on dark pages', () => {
  fc.assert(
    fc.property(hexColors, fc.constantFrom<Scheme>('light', 'dark'), (color, scheme) => {
      const { paper, surface } = grounds[scheme];
      const colors = deriveBrand(color, scheme);
      expect(between(colors.onBrand, colors.brand)).toBeGreaterThanOrEqual(4.5);
      expect(between(colors.onBrand, colors.brandHover)).toBeGreaterThanOrEqual(4.5);
      for (const ground of [paper, surface, colors.brandSoft]) {
        expect(between(colors.brandText, ground)).toBeGreaterThanOrEqual(4.5);
      }
      for (const ground of [paper, surface]) expect(between(colors.brandEdge, ground)).toBeGreaterThanOrEqual(3);
      const ink = scheme === 'light' ? '#1b1a2e' : '#f6f0e4';
      expect(between(ink, colors.brandSoft)).toBeGreaterThanOrEqual(4.5);
      const { accent, onAccent } = deriveAccent(color);
      expect(between(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2_000 },
  );
});

test('the design page’s examples', () => {
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
