// fontkit brings no types; this is the part that is used here.
declare module 'fontkit' {
  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    readonly lineGap: number;
    /** Of a variable font, by their tags. */
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    readonly 'OS/2': { readonly usWeightClass: number };
    /** Code points that the font has glyphs for. */
    readonly characterSet: readonly number[];
    glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      readonly advanceWidth: number;
      readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
      /** In the font's units, one for each glyph. */
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number }[];
    };
  }
  export function create(buffer: Uint8Array): Font;
}
