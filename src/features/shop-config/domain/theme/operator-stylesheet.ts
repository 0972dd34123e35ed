import { deriveAccent, deriveBrand, type Scheme } from './derive-brand.ts';

export interface OperatorTheme {
  readonly brandColor: string | null;
  readonly accentColor: string | null;
  readonly fontDisplay: string | null;
  readonly fontText: string | null;
  readonly fontStylesheet: string | null;
  readonly headingFont?: OwnFont | null | undefined;
  readonly bodyFont?: OwnFont | null | undefined;
  readonly radius: 'soft' | 'round' | 'square';
}

/** An operator's font file; numbers are in percent. */
interface OwnFont {
  readonly url: string;
  readonly weight: string;
  readonly fallback: {
    readonly sizeAdjust: number;
    readonly ascent: number;
    readonly descent: number;
    readonly lineGap: number;
  };
}

const HEADING_FAMILY = 'Shop heading';
const BODY_FAMILY = 'Shop text';

const radii = {
  soft: null,
  round: { field: 14, card: 22, panel: 30, pill: 999 },
  square: { field: 2, card: 2, panel: 4, pill: 4 },
} as const;

/** CSS keywords for the visitor's system fonts; in quotes they would be font names. */
const GENERIC_FAMILIES = new Set(['serif', 'sans-serif', 'monospace', 'system-ui']);

/**
 * The stylesheet for an operator's choices: font faces, and custom properties in the layer that overrides the shop's.
 * Empty if the operator keeps the shop's design.
 */
export function operatorStylesheet(theme: OperatorTheme): string {
  const shared = [...accent(theme), ...fonts(theme), ...corners(theme)];
  const light = [...shared, ...brand(theme, 'light')];
  const dark = brand(theme, 'dark');
  if (light.length === 0) return '';
  const rules = [`:root{${light.join(';')}}`];
  if (dark.length > 0) {
    const properties = dark.join(';');
    rules.push(`html[data-color-scheme="dark"]{${properties}}`);
    rules.push(`@media (prefers-color-scheme:dark){html[data-color-scheme="auto"]{${properties}}}`);
  }
  const imported = theme.fontStylesheet ? `@import url("${cssText(theme.fontStylesheet)}");\n` : '';
  const faces = [...face(HEADING_FAMILY, theme.headingFont), ...face(BODY_FAMILY, theme.bodyFont)];
  return `${imported}${faces.map((rule) => `${rule}\n`).join('')}@layer operator{\n${rules.join('\n')}\n}\n`;
}

/** The shop's `--brand`, whose related colours were picked by hand. */
const OWN_BRAND = '#0b5d66';

function brand({ brandColor }: OperatorTheme, scheme: Scheme): string[] {
  if (!brandColor || brandColor.toLowerCase() === OWN_BRAND) return [];
  const colors = deriveBrand(brandColor, scheme);
  return [
    `--brand:${colors.brand}`,
    `--on-brand:${colors.onBrand}`,
    `--brand-hover:${colors.brandHover}`,
    `--brand-soft:${colors.brandSoft}`,
    `--brand-text:${colors.brandText}`,
    `--brand-edge:${colors.brandEdge}`,
  ];
}

function accent({ accentColor }: OperatorTheme): string[] {
  if (!accentColor) return [];
  const colors = deriveAccent(accentColor);
  return [`--accent:${colors.accent}`, `--on-accent:${colors.onAccent}`];
}

/** Font faces for the font and for Arial with its metrics while it loads. */
function face(family: string, font: OwnFont | null | undefined): string[] {
  if (!font) return [];
  const { sizeAdjust, ascent, descent, lineGap } = font.fallback;
  return [
    `@font-face{font-family:"${family}";font-display:swap;font-weight:${cssText(font.weight)};src:url("${cssText(font.url)}") format("woff2")}`,
    `@font-face{font-family:"${family} fallback";font-weight:100 900;src:local("Arial"),local("Liberation Sans"),local("Arimo");size-adjust:${sizeAdjust}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:${lineGap}%}`,
  ];
}

function fonts({ fontDisplay, fontText, headingFont, bodyFont }: OperatorTheme): string[] {
  const own = (name: string, family: string): string =>
    `--${name}:"${family}","${family} fallback",system-ui,sans-serif`;
  const stack = (name: string, family: string): string =>
    GENERIC_FAMILIES.has(family.toLowerCase())
      ? `--${name}:${family.toLowerCase()}`
      : `--${name}:"${cssText(family)}",system-ui,sans-serif`;
  return [
    ...(headingFont ? [own('font-display', HEADING_FAMILY)] : fontDisplay ? [stack('font-display', fontDisplay)] : []),
    ...(bodyFont ? [own('font-text', BODY_FAMILY)] : fontText ? [stack('font-text', fontText)] : []),
  ];
}

function corners({ radius }: OperatorTheme): string[] {
  const sizes = radii[radius];
  return sizes ? Object.entries(sizes).map(([name, size]) => `--radius-${name}:${size}px`) : [];
}

/** Escapes text for CSS quotes. The import already refuses these characters. */
const cssText = (text: string): string => text.replace(/["\\\n\r<>]/g, '');
