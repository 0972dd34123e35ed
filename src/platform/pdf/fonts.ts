import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { sfntFromWoff } from './woff.ts';

/** One file of a font, with the letters of one writing system in one weight. */
export interface FontFace {
  /** Unique among all faces; the name under which documents register the face. */
  readonly key: string;
  readonly font: Font;
}

/** `display` is for names and headings, `strong` for text that must not be missed. */
export type FontName = 'display' | 'text' | 'strong';

const bricolage = (subset: string) =>
  `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-700-normal.woff`;
const figtree = (subset: string, weight: number) => `@fontsource/figtree/files/figtree-${subset}-${weight}-normal.woff`;

/** The first file that has a letter draws it. Figtree has no Vietnamese letters, so Bricolage's are used. */
const FILES: Record<FontName, readonly string[]> = {
  display: [
    bricolage('latin'),
    bricolage('latin-ext'),
    bricolage('vietnamese'),
    figtree('latin', 600),
    figtree('latin-ext', 600),
  ],
  text: [figtree('latin', 400), figtree('latin-ext', 400), bricolage('vietnamese')],
  strong: [figtree('latin', 600), figtree('latin-ext', 600), bricolage('vietnamese')],
};

/** System fonts that may have letters of other scripts, such as those of a Greek event name. */
const LAST_RESORTS = [
  '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  '/usr/share/fonts/TTF/DejaVuSans.ttf',
  '/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf',
  '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  '/System/Library/Fonts/Supplemental/Arial Unicode.ttf',
];

const require = createRequire(import.meta.url);
/** Loaded with the first font, because it takes 10 MB. */
const fontkit = (): typeof import('fontkit') => require('fontkit');
const parsed = new Map<string, FontFace>();
const faces = new Map<FontName, readonly FontFace[]>();
let lastResort: FontFace | null | undefined;

/** Parses each face once per process, because parsing takes most of the time of a first page. */
export function fontFaces(name: FontName): readonly FontFace[] {
  const known = faces.get(name);
  if (known) return known;
  const made = FILES[name].map(
    (file) => parsed.get(file) ?? parse(file, sfntFromWoff(fs.readFileSync(require.resolve(file)))),
  );
  faces.set(name, made);
  return made;
}

/** Returns the system font for letters that ours lack, or null. The first use searches for it. */
export function lastResortFace(): FontFace | null {
  if (lastResort === undefined) {
    const file = LAST_RESORTS.find((path) => fs.existsSync(path));
    lastResort = file ? parse(file, fs.readFileSync(file)) : null;
  }
  return lastResort;
}

function parse(key: string, bytes: Buffer): FontFace {
  const made = { key, font: fontkit().create(bytes) as Font };
  nameGlyphs(made.font);
  parsed.set(key, made);
  return made;
}

/**
 * fontkit caches each glyph as it is first requested. A document with an ellipsis or an ä requests the glyph's
 * components (the dot, the a) without their code points, and later documents would then lack them: "€374.38" would be
 * copied and read aloud as "€37438".
 */
function nameGlyphs(font: Font): void {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
}
