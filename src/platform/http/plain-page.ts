import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Language } from '#kernel/language.ts';
import { isReadable, readable } from '#platform/mail/colors.ts';

const LIGHT = { paper: '#faf6ee', ink: '#1b1a2e' };
const DARK = { paper: '#12131f', ink: '#f6f0e4' };
const DEFAULT_BRAND = '#0b5d66';

export interface PlainPage {
  readonly html: string;
  /** Allows only the page's own style, by its hash, and the icon that browsers request from every site. */
  readonly contentSecurityPolicy: string;
}

export interface PlainPageParts {
  readonly language: Language;
  readonly shopName: string;
  /** The operator's colour; null for the default. */
  readonly brandColor: string | null;
  /** Default `light`. */
  readonly colorScheme?: 'light' | 'dark' | 'auto';
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** The first link is the main one. Addresses are paths of the shop; an empty address reloads the page. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

export type ShopLook = Pick<PlainPageParts, 'language' | 'shopName' | 'brandColor' | 'colorScheme'>;

/** Makes a small page without scripts in the shop's colours, for cases such as a missing download. Escapes all text. */
export function plainPage({
  language,
  shopName,
  brandColor,
  colorScheme,
  heading,
  paragraphs,
  links,
}: PlainPageParts): PlainPage {
  const css = `${colorsOf(brandColor ?? DEFAULT_BRAND, colorScheme ?? 'light')}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 system-ui,sans-serif}
main{max-width:34rem;margin:12vh auto 0;padding:0 1.25rem 3rem}p{margin:.75rem 0}.shop{font-weight:700;color:var(--brand)}
h1{font-size:1.9rem;line-height:1.1;margin:.25rem 0 1rem}ul{list-style:none;margin:1.5rem 0 0;padding:0;display:flex;flex-wrap:wrap;gap:.75rem}
a{display:inline-block;min-height:1.5rem;padding:.75rem 1.25rem;border:2px solid var(--fill);border-radius:99px;color:var(--brand);text-decoration:none;font-weight:650}
li:first-child a{background:var(--fill);color:var(--label)}a:hover{text-decoration:underline}a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;
  const hash = createHash('sha256').update(css).digest('base64');
  const words = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('');
  const list = links.map(({ label, href }) => `<li><a href="${escaped(href)}">${escaped(label)}</a></li>`).join('');
  return {
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    html: `<!doctype html>
<html lang="${language.tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(heading)} · ${escaped(shopName)}</title><style>${css}</style></head>
<body><main><p class="shop">${escaped(shopName)}</p><h1>${escaped(heading)}</h1>${words}
<ul>${list}</ul></main></body></html>`,
  };
}

export const sendPlainPage = (response: FastifyReply, status: number, page: PlainPage): FastifyReply =>
  response
    .code(status)
    .header('content-security-policy', page.contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(page.html);

function colorsOf(brand: string, scheme: 'light' | 'dark' | 'auto'): string {
  // White text on the brand's colour, which is darkened if the text would not be readable. The dark scheme lightens the
  // colour and puts text in the paper's colour on it.
  const light = { ...LIGHT, fill: isReadable('#ffffff', brand) ? brand : readable(brand, '#ffffff', LIGHT.ink) };
  const dark = { ...DARK, fill: readable(brand, DARK.paper, DARK.ink) };
  const rules = {
    light: `:root{color-scheme:light;${variables(light, readable(brand, LIGHT.paper, LIGHT.ink), '#fff')}}`,
    dark: `:root{color-scheme:dark;${variables(dark, dark.fill, DARK.paper)}}`,
  };
  return scheme === 'auto' ? `${rules.light}@media (prefers-color-scheme:dark){${rules.dark}}` : rules[scheme];
}

const variables = (of: { paper: string; ink: string; fill: string }, brand: string, label: string): string =>
  `--paper:${of.paper};--ink:${of.ink};--fill:${of.fill};--brand:${brand};--label:${label}`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
