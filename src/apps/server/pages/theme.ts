import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ThemeOptions } from '#features/shop-config/contract.ts';
import { operatorStylesheet } from '#features/shop-config/domain/theme/operator-stylesheet.ts';
import { type EncodedText, encodedText, sendEncoded } from '#platform/http/encoded-text.ts';

export interface ThemeFile {
  /** Contains a hash of the content, so it can be cached forever. */
  readonly href: string;
  readonly css: EncodedText;
}

let latest: { of: ThemeOptions; file: ThemeFile | null } | undefined;

/** Returns the operator's theme as a stylesheet; null for the default design. */
export function themeFileOf(theme: ThemeOptions): ThemeFile | null {
  if (latest?.of !== theme) latest = { of: theme, file: makeFile(operatorStylesheet(theme)) };
  return latest.file;
}

/** Returns the fonts that a page preloads: the operator's, and those of ours that the operator does not replace. */
export function usedFonts(fonts: readonly string[], theme: ThemeOptions): string[] {
  const { fontDisplay, fontText, headingFont, bodyFont } = theme;
  const replaced = [
    ...(fontDisplay || headingFont ? ['bricolage-grotesque'] : []),
    ...(fontText || bodyFont ? ['figtree'] : []),
  ];
  const own = new Set([headingFont, bodyFont].flatMap((font) => (font ? [font.url] : [])));
  return [...own, ...fonts.filter((address) => !replaced.some((name) => address.includes(`/${name}-`)))];
}

function makeFile(css: string): ThemeFile | null {
  if (css === '') return null;
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 12);
  return { href: `/theme/${hash}.css`, css: encodedText(css) };
}

/** Serves `/theme/<hash>.css`. A page older than the operator's last change gets the newest theme. */
export function addTheme(app: FastifyInstance, theme: () => Promise<ThemeOptions>): void {
  app.get('/theme/:name', async (request, reply) => {
    const file = themeFileOf(await theme());
    if (!file) return reply.callNotFound();
    const isExact = request.url.split('?', 1)[0] === file.href;
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', isExact ? 'public, max-age=31536000, immutable' : 'no-cache');
    return sendEncoded(request, reply, file.css);
  });
}
