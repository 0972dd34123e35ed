import sanitize from 'sanitize-html';

export type HtmlPlace = 'description' | 'page';

const TEXT_TAGS = 'p br hr strong b em i u s small sub sup mark abbr q cite code kbd time span blockquote pre'.split(
  ' ',
);
const LIST_TAGS = 'ul ol li dl dt dd details summary'.split(' ');
const TABLE_TAGS = 'table caption thead tbody tfoot tr th td'.split(' ');
const HEADING_TAGS: Record<HtmlPlace, string[]> = {
  description: ['h3', 'h4', 'h5', 'h6'],
  page: ['h2', 'h3', 'h4', 'h5', 'h6'],
};
/** Highest heading level in operators' texts, below the heading of the page or product. */
const TOP_HEADING: Record<HtmlPlace, string> = { description: 'h3', page: 'h2' };

const ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'title', 'rel'],
  abbr: ['title'],
  time: ['datetime'],
  ol: ['start', 'reversed'],
  th: ['scope', 'colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  details: ['open'],
  '*': ['lang', 'dir'],
};
const NON_TEXT = 'script style textarea option noscript template iframe object embed svg math title'.split(' ');

/**
 * Removes everything from the operator's HTML that runs, loads, styles or posts. Links may use http, https, mailto, tel
 * and paths of this site; external ones get `rel="noopener noreferrer"`. `removed` lists what was left out.
 */
export function sanitizeOperatorHtml(html: string, place: HtmlPlace): { html: string; removed: string[] } {
  const removed = new Set<string>();
  const allowedTags = [...TEXT_TAGS, ...LIST_TAGS, ...TABLE_TAGS, ...HEADING_TAGS[place], 'a'];
  const clean = sanitize(html, {
    allowedTags,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesAppliedToAttributes: ['href'],
    allowProtocolRelative: false,
    nonTextTags: NON_TEXT,
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    transformTags: {
      '*': (tag, attributes) => {
        const name = place === 'description' && tag === 'h2' ? 'h3' : tag === 'h1' ? TOP_HEADING[place] : tag;
        if (!allowedTags.includes(name)) removed.add(`<${tag}>`);
        for (const attribute of Object.keys(attributes)) {
          const isKept = ATTRIBUTES[name]?.includes(attribute) || ATTRIBUTES['*']!.includes(attribute);
          if (!isKept && allowedTags.includes(name)) removed.add(`${attribute} of <${tag}>`);
        }
        return { tagName: name, attribs: name === 'a' ? linkAttributes(attributes, removed) : attributes };
      },
    },
  });
  return { html: clean.trim(), removed: [...removed] };
}

function linkAttributes(attributes: sanitize.Attributes, removed: Set<string>): sanitize.Attributes {
  const { rel: _rel, href, ...others } = attributes;
  if (href === undefined) return others;
  const target = href.trim();
  // Browsers treat a backslash as a slash, so '/\evil.example' leads to another site.
  const isOwnPath = /^(?:\/(?![/\\])|#|\?)/.test(target);
  if (isOwnPath || /^(?:mailto|tel):/i.test(target)) return { ...others, href: target };
  if (/^https?:\/\/[^\s/\\]/i.test(target)) return { ...others, href: target, rel: 'noopener noreferrer' };
  removed.add(`href="${target.slice(0, 40)}" of <a>`);
  return others;
}
