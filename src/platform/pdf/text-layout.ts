import { type FontName, fontFaces, lastResortFace } from './fonts.ts';
import { graphemes, type TextRun, textRuns } from './text-runs.ts';

export interface TextStyle {
  readonly font: FontName;
  /** In points. */
  readonly size: number;
  /** Distance of baselines as a multiple of the size (default 1.3). */
  readonly lineHeight?: number;
  /** Points between letters (default 0). */
  readonly spacing?: number;
}

interface TextLine {
  readonly runs: readonly TextRun[];
  /** In points. */
  readonly width: number;
  /** False where a word wider than a line continues on the next. */
  readonly endsWord: boolean;
}

export interface TextLayout {
  readonly lines: readonly TextLine[];
  readonly style: TextStyle;
  /** In points, for all lines together. */
  readonly height: number;
  /** Whether an ellipsis replaces the end of the text. */
  readonly isCut: boolean;
}

export const lineHeightOf = (style: TextStyle): number => style.size * (style.lineHeight ?? 1.3);

/** Widths of words by font, as fractions of the size. They are cached because shaping takes most of a page's time. */
const knownWidths = new Map<string, number>();
const MAX_KNOWN_WIDTHS = 5_000;

/** The width of a text on one line, in points. */
export function textWidth(text: string, style: TextStyle): number {
  const words = text.split(/(?<= )/);
  const widths = words.reduce((all, word) => all + wordWidth(word, style.font), 0) * style.size;
  return style.spacing ? widths + style.spacing * graphemes(text).length : widths;
}

function wordWidth(word: string, font: FontName): number {
  const key = `${font} ${word}`;
  const known = knownWidths.get(key);
  if (known !== undefined) return known;
  const width = runsOf(word, font).reduce((all, run) => all + runWidth(run, { size: 1 }), 0);
  if (knownWidths.size >= MAX_KNOWN_WIDTHS) knownWidths.clear();
  knownWidths.set(key, width);
  return width;
}

const runsOf = (text: string, font: FontName): TextRun[] => textRuns(text, fontFaces(font), lastResortFace);

/** Breaks a text into lines of at most `width` points. A word is split only if it is wider than a line. */
export function layOutText(
  text: string,
  style: TextStyle,
  width: number,
  maxLines: number = Number.POSITIVE_INFINITY,
): TextLayout {
  const texts: { text: string; endsWord: boolean }[] = [];
  let line = '';
  for (const word of graphemes(text).join('').trim().split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer, style) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') texts.push({ text: line, endsWord: true });
    const pieces = piecesOf(word, style, width);
    texts.push(...pieces.slice(0, -1).map((piece) => ({ text: piece, endsWord: false })));
    line = pieces.at(-1) ?? '';
  }
  if (line !== '') texts.push({ text: line, endsWord: true });
  const isCut = texts.length > maxLines;
  const last = texts[maxLines - 1];
  const kept =
    isCut && last ? [...texts.slice(0, maxLines - 1), { text: cut(last.text, style, width), endsWord: true }] : texts;
  return {
    lines: kept.map((one) => ({ ...lineOf(one.text, style), endsWord: one.endsWord })),
    style,
    height: kept.length * lineHeightOf(style),
    isCut,
  };
}

/** Uses the first of the sizes in which the text fits into `maxLines`. If it fits in none, the last one cuts it off. */
export function fitText(
  text: string,
  style: Omit<TextStyle, 'size'>,
  sizes: readonly number[],
  width: number,
  maxLines: number,
): TextLayout {
  const layouts = sizes.map((size) => () => layOutText(text, { ...style, size }, width, maxLines));
  for (const make of layouts) {
    const layout = make();
    if (!layout.isCut) return layout;
  }
  return layouts.at(-1)!();
}

const lineOf = (text: string, style: TextStyle): Omit<TextLine, 'endsWord'> => ({
  runs: runsOf(text, style.font),
  width: textWidth(text, style),
});

/** The width of a run in points, without letter spacing. */
export const runWidth = ({ face, text }: TextRun, { size }: Pick<TextStyle, 'size'>): number =>
  (face.font.layout(text).advanceWidth / face.font.unitsPerEm) * size;

function piecesOf(word: string, style: TextStyle, width: number): string[] {
  if (textWidth(word, style) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const letter of graphemes(word)) {
    const more = textWidth(letter, style);
    if (piece !== '' && used + more > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += letter;
    used += more;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

function cut(text: string, style: TextStyle, width: number): string {
  const letters = graphemes(text);
  let used = letters.reduce((all, letter) => all + textWidth(letter, style), textWidth('…', style));
  while (letters.length > 0 && used > width) used -= textWidth(letters.pop()!, style);
  return `${letters.join('').trimEnd()}…`;
}
