import { contrast, fromHex, fromOklch, mixed, type Oklch, type Rgb, toHex, toOklch } from './color.ts';

export type Scheme = 'light' | 'dark';

/** The page and the cards that colours stand on; the same values as the tokens `--paper` and `--surface`. */
export const grounds = {
  light: { paper: '#faf6ee', surface: '#ffffff' },
  dark: { paper: '#12131f', surface: '#1b1d2c' },
} as const;

/** The colours that follow from one brand colour, as `#rrggbb`. */
export interface BrandColors {
  readonly brand: string;
  readonly onBrand: string;
  readonly brandHover: string;
  readonly brandSoft: string;
  readonly brandText: string;
  /** The edge of a primary button. */
  readonly brandEdge: string;
}

const WHITE = fromHex('#ffffff');
const NEARLY_BLACK = fromHex('#0b0b12');
const TEXT = 4.5;
const SHAPE = 3;
const STEP = 0.01;
const SOFT_SHARE = { light: 0.13, dark: 0.2 };

/**
 * Legible colours for any brand colour, by construction: labels, links and text reach a contrast of 4.5, edges 3, on every
 * ground that they stand on. Where the colour itself does not, its lightness is walked in small steps until it does.
 */
export function deriveBrand(brandColor: string, scheme: Scheme): BrandColors {
  const paper = fromHex(grounds[scheme].paper);
  const surface = fromHex(grounds[scheme].surface);
  const { fill, label } = labelledFill(startingFill(brandColor, scheme));
  const awayFromLabel = label === WHITE ? -1 : 1;
  const hover = walked(moved(toOklch(fill), 0.06 * awayFromLabel), awayFromLabel, [label], TEXT);
  const soft = rounded(mixed(fill, surface, SOFT_SHARE[scheme]));
  const awayFromGround = scheme === 'light' ? -1 : 1;
  return {
    brand: toHex(fill),
    onBrand: toHex(label),
    brandHover: toHex(hover),
    brandSoft: toHex(soft),
    brandText: toHex(walked(toOklch(fill), awayFromGround, [paper, surface, soft], TEXT, fill)),
    brandEdge: toHex(walked(toOklch(fill), awayFromGround, [paper, surface], SHAPE, fill)),
  };
}

/** A legible label for a ground of any colour; the ground moves a little when neither white nor black reaches it. */
export function deriveAccent(accentColor: string): { accent: string; onAccent: string } {
  const { fill, label } = labelledFill(fromHex(accentColor));
  return { accent: toHex(fill), onAccent: toHex(label) };
}

/** A dark brand colour would sink into a dark page: it is lifted there. */
function startingFill(brandColor: string, scheme: Scheme): Rgb {
  const color = fromHex(brandColor);
  const { lightness, chroma, hue } = toOklch(color);
  if (scheme === 'light' || lightness >= 0.55) return color;
  return rounded(fromOklch({ lightness: 0.72, chroma: Math.min(chroma, 0.14), hue }));
}

function labelledFill(fill: Rgb): { fill: Rgb; label: Rgb } {
  for (const label of [WHITE, NEARLY_BLACK]) {
    if (contrast(fill, label) >= TEXT) return { fill, label };
  }
  const label = contrast(fill, WHITE) > contrast(fill, NEARLY_BLACK) ? WHITE : NEARLY_BLACK;
  return { fill: walked(toOklch(fill), label === WHITE ? -1 : 1, [label], TEXT), label };
}

const moved = (color: Oklch, by: number): Oklch => ({
  ...color,
  lightness: Math.min(1, Math.max(0, color.lightness + by)),
});

/**
 * The first colour, from the start in steps of lightness, that reaches a contrast on all grounds. `exact` is the start
 * before it was taken apart, so that a colour that already does comes back unchanged.
 */
function walked(start: Oklch, direction: 1 | -1, on: readonly Rgb[], needed: number, exact?: Rgb): Rgb {
  const reaches = (color: Rgb): boolean => on.every((ground) => contrast(color, ground) >= needed);
  if (exact && reaches(exact)) return exact;
  for (let lightness = start.lightness; lightness >= 0 && lightness <= 1; lightness += direction * STEP) {
    const color = rounded(fromOklch({ ...start, lightness }));
    if (reaches(color)) return color;
  }
  return direction === 1 ? WHITE : fromHex('#000000');
}

/** As the screen gets it: contrasts must hold for the colour that is really written. */
const rounded = (color: Rgb): Rgb => fromHex(toHex(color));
