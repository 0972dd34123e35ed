/** An open element: the room that text has in it, and the text's size and line height. */
interface Box {
  readonly room: number;
  readonly size: number;
  readonly line: number;
  /** Below it, when it ends. */
  readonly after: number;
}

/** The width of a letter by its font's size. */
const LETTER = 0.53;
/** Between words, in pixels. */
const SPACE = 4;
/** Fonts differ. */
const SPARE = 1.09;
/** Until here the style sheet sets less beside the text. */
const NARROW = 480;
const INLINE = /^(a|b|em|i|span|strong)$/;

/**
 * About how high one of our mails is in a window of this width, both in CSS pixels: rather too high than too low. It reads the inline
 * styles, for whoever shows a mail in a frame cannot ask the frame without letting scripts into it.
 */
export function mailHeight(html: string, width: number): number {
  const boxes: Box[] = [{ room: width, size: 16, line: 24, after: 0 }];
  const rows: { top: number; bottom: number }[] = [];
  let height = 0;
  /** Widths of words that wait for the end of their paragraph. */
  let words: number[] = [];
  const endLine = () => {
    const { room, line } = boxes.at(-1)!;
    height += linesOf(words, room) * line;
    words = [];
  };
  for (const [, slash, tag, attributes = '', text] of seenOf(html).matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      const said = text
        .replace(/&#?\w+;/g, '.')
        .split(/\s+/)
        .filter(Boolean);
      words.push(...said.map((word) => word.length * boxes.at(-1)!.size * LETTER));
      continue;
    }
    if (tag === 'img' || tag === 'br') {
      if (tag === 'br') endLine();
      continue;
    }
    if (!INLINE.test(tag!)) endLine();
    if (slash) {
      height += boxes.pop()!.after;
      const row = rows.at(-1);
      if (tag === 'td') row!.bottom = Math.max(row!.bottom, height);
      if (tag === 'tr') height = rows.pop()!.bottom;
      continue;
    }
    // Cells stand beside each other.
    if (tag === 'td') height = rows.at(-1)!.top;
    const { before, box } = open(width > NARROW ? attributes : whenNarrow(attributes), boxes.at(-1)!);
    height += before;
    boxes.push(box);
    if (tag === 'tr') rows.push({ top: height, bottom: height });
  }
  return Math.ceil(height * SPARE);
}

function linesOf(words: readonly number[], room: number): number {
  let lines = 0;
  let left = 0;
  for (const word of words) {
    // Longer than a line, it begins one of its own and is broken.
    const begun = word > left ? Math.ceil(word / room) : 0;
    lines += begun;
    left = (begun > 0 ? begun * room : left) - word - SPACE;
  }
  return lines;
}

function open(attributes: string, { room, size, line }: Box): { before: number; box: Box } {
  const style = (name: string) => new RegExp(`[";]${name}:([^;"]+)`).exec(attributes)?.[1];
  const [paddingTop, paddingRight, paddingBottom, paddingLeft] = sides(style('padding'));
  const [marginTop, , marginBottom] = sides(style('margin'));
  const share = style('width')?.endsWith('%') ? pixels(style('width')) / 100 : 1;
  const widest = pixels(style('max-width')) || room;
  return {
    before: marginTop + paddingTop + pixels(style('border-top')) + pixels(style('height')),
    box: {
      room: Math.max(Math.min(room * share, widest) - paddingLeft - paddingRight, 60),
      size: pixels(style('font-size')) || size,
      line: pixels(style('line-height')) || line,
      after: marginBottom + paddingBottom,
    },
  };
}

/** What the style sheet says of narrow screens. */
const whenNarrow = (attributes: string): string =>
  /class="outside"/.test(attributes)
    ? attributes.replace(/padding:[^;"]*/, 'padding:20px 10px')
    : attributes.replace(/(class="[^"]* inside".*padding:\S+) \S+ /, '$1 22px ');

const pixels = (value: string | undefined): number => Number.parseInt(value ?? '', 10) || 0;

/** Top, right, bottom and left of `1px`, `1px 2px`, `1px 2px 3px` and `1px 2px 3px 4px`. */
function sides(value: string | undefined): [number, number, number, number] {
  const [top = 0, right = top, bottom = top, left = right] = (value?.split(' ') ?? []).map(pixels);
  return [top, right, bottom, left];
}

const seenOf = (html: string): string =>
  (/<body.*<\/body>/s.exec(html)?.[0] ?? '').replace(/<!--.*?-->|<div style="display:none.*?<\/div>/gs, '');
