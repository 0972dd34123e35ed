import fs from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { sfntFromWoff } from './woff.ts';

/** One file of a font: a writing system's part of a family in one weight. */
export interface FontFace {
  /** Unique among all faces: what the document registers it as. */
  readonly key: string;
  readonly font: Font;
}

/** The shop's faces in print: `display` for names and headings, `text` for reading, `strong` for what must not be missed. */
export type FontName = 'display' | 'text' | 'strong';

const bricolage = (subset: string) =>
  `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-700-normal.woff`;
const figtree = (subset: string, weight: number) => `@fontsource/figtree/files/figtree-${subset}-${weight}-normal.woff`;

/** In the order in which they are asked for a letter. Figtree has no Vietnamese letters, so Bricolage lends its own. */
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

/** Fonts of the machine with letters of other scripts, where there is one: an operator's Greek event name is then not lost. */
const LAST_RESORTS = [
  '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  '/usr/share/fonts/TTF/DejaVuSans.ttf',
  '/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf',
  '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  '/System/Library/Fonts/Supplemental/Arial Unicode.ttf',
];

const require = createRequire(import.meta.url);
const parsed = new Map<string, FontFace>();
const faces = new Map<FontName, readonly FontFace[]>();
let lastResort: FontFace | null | undefined;

/** The faces of a font, each parsed once per process: parsing is most of what a first page costs. */
export function fontFaces(name: FontName): readonly FontFace[] {
  const known = faces.get(name);
  if (known) return known;
  const made = FILES[name].map(
    (file) => parsed.get(file) ?? parse(file, sfntFromWoff(fs.readFileSync(require.resolve(file)))),
  );
  faces.set(name, made);
  return made;
}

/** A font of this machine for letters that ours do not have; null when there is none. Looked for on the first such letter. */
export function lastResortFace(): FontFace | null {
  if (lastResort === undefined) {
    const file = LAST_RESORTS.find((path) => fs.existsSync(path));
    lastResort = file ? parse(file, fs.readFileSync(file)) : null;
  }
  return lastResort;
}

function parse(key: string, bytes: Buffer): FontFace {
  const made = { key, font: create(bytes) };
  nameGlyphs(made.font);
  parsed.set(key, made);
  return made;
}

/**
 * fontkit keeps each glyph as it was asked for first, and a document that holds an ellipsis or an ä asks for its parts, the dot and the
 * a, without saying which letters they are. No later document could say it then: "€374.38" would be copied and read aloud as "€37438".
 */
function nameGlyphs(font: Font): void {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
}
