export interface ContentHeading {
  readonly id: string;
  readonly text: string;
}

/**
 * Adds ids for the links of a table of contents. Considers only headings from the second level down; existing ids stay.
 */
export function withHeadingIds(html: string): { html: string; headings: ContentHeading[] } {
  const headings: ContentHeading[] = [];
  const marked = html.replace(/<h([2-4])((?:\s[^>]*)?)>(.*?)<\/h\1>/gs, (whole, level, attributes, inside) => {
    const text = inside
      .replace(/<[^>]*>/g, '')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, '&')
      .trim();
    if (text === '') return whole;
    const own = /\sid="([^"]+)"/.exec(attributes)?.[1];
    const id = own ?? `part-${headings.length + 1}`;
    headings.push({ id, text });
    return own ? whole : `<h${level}${attributes} id="${id}">${inside}</h${level}>`;
  });
  return { html: marked, headings };
}
