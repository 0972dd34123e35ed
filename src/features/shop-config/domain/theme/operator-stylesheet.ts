import { deriveAccent, deriveBrand, type Scheme } from './derive-brand.ts';

export interface OperatorTheme {
  readonly brandColor: string | null;
  readonly accentColor: string | null;
  readonly fontDisplay: string | null;
  readonly fontText: string | null;
  readonly fontStylesheet: string | null;
  readonly radius: 'soft' | 'round' | 'square';
}

const radii = {
  soft: null,
  round: { field: 14, card: 22, panel: 30, pill: 999 },
  square: { field: 2, card: 2, panel: 4, pill: 4 },
} as const;

/** Names of CSS for whatever the visitor's system has of a kind; between quotes they would be names of fonts. */
const GENERIC_FAMILIES = new Set(['serif', 'sans-serif', 'monospace', 'system-ui']);

/**
 * The stylesheet of an operator's choices: custom properties and nothing else, in the layer that wins over the shop's own.
 * Empty when everything is left to the shop's design.
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
  return `${imported}@layer operator{\n${rules.join('\n')}\n}\n`;
}

/** The shop's own `--brand`: the colours around it were picked by hand, light and dark. */
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

function fonts({ fontDisplay, fontText }: OperatorTheme): string[] {
  const stack = (name: string, family: string): string =>
    GENERIC_FAMILIES.has(family.toLowerCase())
      ? `--${name}:${family.toLowerCase()}`
      : `--${name}:"${cssText(family)}",system-ui,sans-serif`;
  return [
    ...(fontDisplay ? [stack('font-display', fontDisplay)] : []),
    ...(fontText ? [stack('font-text', fontText)] : []),
  ];
}

function corners({ radius }: OperatorTheme): string[] {
  const sizes = radii[radius];
  return sizes ? Object.entries(sizes).map(([name, size]) => `--radius-${name}:${size}px`) : [];
}

/** Text between quotes in CSS. The import lets no such characters through; this keeps it so. */
const cssText = (text: string): string => text.replace(/["\\\n\r<>]/g, '');
