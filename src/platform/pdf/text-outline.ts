import { type FontName, fontFaces, lastResortFace } from './fonts.ts';
import { textRuns } from './text-runs.ts';

/** A text as shapes, which look the same on machines without the shop's fonts. */
export interface TextOutline {
  /** SVG paths with their baseline at 0 and y growing upwards. */
  readonly paths: readonly { readonly d: string; readonly x: number; readonly scale: number }[];
  readonly width: number;
}

/** `size` is the font size in the picture's units. */
export function textOutline(text: string, font: FontName, size: number): TextOutline {
  const paths: { d: string; x: number; scale: number }[] = [];
  let x = 0;
  for (const run of textRuns(text, fontFaces(font), lastResortFace)) {
    const scale = size / run.face.font.unitsPerEm;
    const { glyphs, positions } = run.face.font.layout(run.text);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset } = positions[index]!;
      paths.push({ d: glyph.path.toSVG(), x: x + xOffset * scale, scale });
      x += xAdvance * scale;
    }
  }
  return { paths, width: x };
}

/** `left` and `baseline` are where the text's baseline begins. */
export const outlineSvg = ({ paths }: TextOutline, left: number, baseline: number, color: string): string =>
  paths
    .filter(({ d }) => d !== '')
    .map(
      ({ d, x, scale }) =>
        `<path fill="${color}" transform="translate(${round(left + x)} ${round(baseline)}) scale(${scale} ${-scale})" d="${d}"/>`,
    )
    .join('');

const round = (value: number): number => Math.round(value * 100) / 100;
