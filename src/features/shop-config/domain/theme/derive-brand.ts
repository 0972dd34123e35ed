import { contrast, fromHex, type Rgb, toHex } from '#kernel/color.ts';
import { fromOklch, mixed, type Oklch, toOklch } from './color.ts';

export type Scheme = 'light' | 'dark';

/** Backgrounds: the page and the cards, as the tokens `--paper` and `--surface`. */
export const backgrounds = {
  light: { paper: '#faf6ee', surface: '#ffffff' },
  dark: { paper: '#12131f', surface: '#1b1d2c' },
} as const;

export interface BrandColors {
  readonly brand: string;
  readonly onBrand: string;
  readonly brandHover: string;
  readonly brandSoft: string;
  readonly brandText: string;
  readonly brandEdge: string;
}

const WHITE = fromHex('#ffffff');
const NEARLY_BLACK = fromHex('#0b0b12');
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
const STEP = 0.01;
const SOFT_SHARE = { light: 0.13, dark: 0.2 };

/**
 * Derives legible colours from any brand colour: labels, links and text reach a contrast of 4.5 on each of their
 * backgrounds, edges 3. If a colour does not reach it, its lightness changes in small steps until it does.
 */
export function deriveBrand(brandColor: string, scheme: Scheme): BrandColors {
  const paper = fromHex(backgrounds[scheme].paper);
  const surface = fromHex(backgrounds[scheme].surface);
  const { fill, label } = labelledFill(startingFill(brandColor, scheme));
  const awayFromLabel = label === WHITE ? -1 : 1;
  const hover = withContrast(moved(toOklch(fill), 0.06 * awayFromLabel), awayFromLabel, [label], TEXT_CONTRAST);
  const soft = rounded(mixed(fill, surface, SOFT_SHARE[scheme]));
  const awayFromGround = scheme === 'light' ? -1 : 1;
  return {
    brand: toHex(fill),
    onBrand: toHex(label),
    brandHover: toHex(hover),
    brandSoft: toHex(soft),
    brandText: toHex(withContrast(toOklch(fill), awayFromGround, [paper, surface, soft], TEXT_CONTRAST, fill)),
    brandEdge: toHex(withContrast(toOklch(fill), awayFromGround, [paper, surface], SHAPE_CONTRAST, fill)),
  };
}

/** A legible label on an accent colour, which changes a little if neither white nor black is legible on it. */
export function deriveAccent(accentColor: string): { accent: string; onAccent: string } {
  const { fill, label } = labelledFill(fromHex(accentColor));
  return { accent: toHex(fill), onAccent: toHex(label) };
}

/** Lifts a dark brand colour on a dark page, where it would disappear. */
function startingFill(brandColor: string, scheme: Scheme): Rgb {
  const color = fromHex(brandColor);
  const { lightness, chroma, hue } = toOklch(color);
  if (scheme === 'light' || lightness >= 0.55) return color;
  return rounded(fromOklch({ lightness: 0.72, chroma: Math.min(chroma, 0.14), hue }));
}

function labelledFill(fill: Rgb): { fill: Rgb; label: Rgb } {
  for (const label of [WHITE, NEARLY_BLACK]) {
    if (contrast(fill, label) >= TEXT_CONTRAST) return { fill, label };
  }
  const label = contrast(fill, WHITE) > contrast(fill, NEARLY_BLACK) ? WHITE : NEARLY_BLACK;
  return { fill: withContrast(toOklch(fill), label === WHITE ? -1 : 1, [label], TEXT_CONTRAST), label };
}

const moved = (color: Oklch, by: number): Oklch => ({
  ...color,
  lightness: Math.min(1, Math.max(0, color.lightness + by)),
});

/**
 * The first colour that reaches the contrast on all backgrounds, in steps of lightness from the start. `exact` is the
 * start before its conversion, so that a colour that needs no change is returned unchanged.
 */
function withContrast(start: Oklch, direction: 1 | -1, on: readonly Rgb[], needed: number, exact?: Rgb): Rgb {
  const reaches = (color: Rgb): boolean => on.every((ground) => contrast(color, ground) >= needed);
  if (exact && reaches(exact)) return exact;
  for (let lightness = start.lightness; lightness >= 0 && lightness <= 1; lightness += direction * STEP) {
    const color = rounded(fromOklch({ ...start, lightness }));
    if (reaches(color)) return color;
  }
  return direction === 1 ? WHITE : fromHex('#000000');
}

/** Rounds like `#rrggbb`: contrasts must hold for the colour that is written. */
const rounded = (color: Rgb): Rgb => fromHex(toHex(color));
