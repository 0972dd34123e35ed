import { escapeHtml } from '#kernel/escape-html.ts';
import type { Language } from '#kernel/language.ts';
import { embeddableJson } from './html.ts';
import { INLINE_SCRIPT, LATE_SCRIPTS } from './inline-script.ts';
import type { PageHead } from './page-head.ts';

export interface DocumentParts {
  readonly lang: string;
  readonly language: Language;
  readonly colorScheme: 'light' | 'dark' | 'auto';
  readonly head: PageHead;
  readonly stylesheets: readonly string[];
  readonly fonts: readonly string[];
  readonly script: string;
  readonly modulePreloads: readonly string[];
  /** Whether `html` contains the page's content. If so, scripts wait until the page and its pictures are painted. */
  readonly isComplete: boolean;
  /** The rendered application; empty for pages that need the customer's data. */
  readonly html: string;
  readonly data: unknown;
}

/** The page's colour until the stylesheet arrives, from the token `--paper` in light and dark. */
const paper = { light: '#faf6ee', dark: '#12131f' };

const DATA_ID = 'page-data';

/** Returns a complete page. All styles come from files linked in the head, none from a `style` attribute. */
export function htmlDocument(parts: DocumentParts): string {
  const { text } = parts.language;
  const { head } = parts;
  const lines = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(head.title)}</title>`,
    ...themeColors(parts.colorScheme),
    ...parts.stylesheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...parts.fonts.map(
      (href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...(parts.isComplete ? [meta('name', LATE_SCRIPTS, [parts.script, ...parts.modulePreloads].join(' '))] : []),
    `<script>${INLINE_SCRIPT}</script>`,
    ...(parts.isComplete ? [] : earlyScripts(parts)),
    ...head.icons.map(({ rel, href, type }) => link({ rel, href, ...(type ? { type } : {}) })),
    ...(head.description ? [meta('name', 'description', head.description)] : []),
    ...(head.indexed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(head.canonical ? [link({ rel: 'canonical', href: head.canonical })] : []),
    ...head.alternates.map(({ hreflang, href }) => link({ rel: 'alternate', hreflang, href })),
    ...head.openGraph.map(([property, content]) => meta('property', property, content)),
    ...(head.twitterCard ? [meta('name', 'twitter:card', head.twitterCard)] : []),
    ...head.jsonLd.map((data) => `<script type="application/ld+json">${embeddableJson(data)}</script>`),
  ];
  return `<!doctype html>
<html lang="${escapeHtml(parts.lang)}" data-color-scheme="${parts.colorScheme}">
<head>
${lines.join('\n')}
</head>
<body>
<div id="root">${parts.html}</div>
<noscript><p class="page">${escapeHtml(text('You can browse without JavaScript, but you need it to buy, log in and use the portal.'))}</p></noscript>
<script type="application/json" id="${DATA_ID}">${embeddableJson(parts.data)}</script>
</body>
</html>
`;
}

const earlyScripts = ({ script, modulePreloads }: DocumentParts): string[] => [
  `<script type="module" src="${escapeHtml(script)}"></script>`,
  ...modulePreloads.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`),
];

function themeColors(scheme: DocumentParts['colorScheme']): string[] {
  if (scheme !== 'auto') return [meta('name', 'theme-color', paper[scheme])];
  return (['light', 'dark'] as const).map(
    (one) => `<meta name="theme-color" content="${paper[one]}" media="(prefers-color-scheme: ${one})">`,
  );
}

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${escapeHtml(name)}" content="${escapeHtml(content)}">`;

const link = (attributes: Record<string, string>): string =>
  `<link ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ')}>`;
