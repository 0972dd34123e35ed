import type { FontFace } from './fonts.ts';

/** Text that is drawn with one face. */
export interface TextRun {
  readonly face: FontFace;
  readonly text: string;
  /** The original if not every character could be drawn. Readers then read it aloud and copy it instead of `text`. */
  readonly actual: string | null;
}

/**
 * The maximum number of marks above or below a letter. No language needs more, and more would overlap the neighbouring
 * lines.
 */
const MAX_MARKS = 3;
const UNKNOWN = '?';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Splits a text into letters with their marks. Control characters and line breaks become spaces. */
export function graphemes(text: string): string[] {
  const clean = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC');
  return [...segmenter.segment(clean)].map(({ segment }) => segment);
}

/**
 * Splits a text by the faces that can draw it. A letter that no face has is drawn with the last resort, else without
 * its marks, else as its plain form (a full-width A as A), else as a question mark; the run keeps the original in
 * `actual`.
 */
export function textRuns(
  text: string,
  faces: readonly FontFace[],
  lastResort: () => FontFace | null = () => null,
): TextRun[] {
  const runs: { face: FontFace; text: string; actual: string | null }[] = [];
  for (const grapheme of graphemes(text)) {
    const previous = runs.at(-1);
    const next = draw(grapheme, previous ? [previous.face, ...faces] : faces, lastResort);
    const isExact = next.text.normalize('NFC') === grapheme;
    if (previous && previous.face === next.face && isExact && previous.actual === null) previous.text += next.text;
    else runs.push({ ...next, actual: isExact ? null : grapheme });
  }
  return runs;
}

function draw(
  grapheme: string,
  faces: readonly FontFace[],
  lastResort: () => FontFace | null,
): { face: FontFace; text: string } {
  const [first] = faces;
  if (!first) throw new RangeError('A text needs at least one face');
  const trimmed = withFewMarks(grapheme);
  for (const text of [trimmed, trimmed.normalize('NFD')]) {
    const face = faces.find((one) => covers(one, text));
    if (face) return { face, text };
  }
  const resort = lastResort();
  if (resort && covers(resort, trimmed)) return { face: resort, text: trimmed };
  for (const text of [trimmed.normalize('NFD').replace(/\p{M}/gu, ''), trimmed.normalize('NFKC')]) {
    const face = text && faces.find((one) => covers(one, text));
    if (face) return { face, text };
  }
  return { face: first, text: UNKNOWN };
}

function withFewMarks(grapheme: string): string {
  let marks = 0;
  return [...grapheme.normalize('NFD')]
    .filter((character) => !/\p{M}/u.test(character) || ++marks <= MAX_MARKS)
    .join('')
    .normalize('NFC');
}

const covers = (face: FontFace, text: string): boolean =>
  [...text].every((character) => face.font.hasGlyphForCodePoint(character.codePointAt(0)!));
