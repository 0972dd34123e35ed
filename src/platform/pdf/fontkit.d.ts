// fontkit has no types; these are the parts used here.
declare module 'fontkit' {
  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    readonly lineGap: number;
    /** Axes by tag; only in variable fonts. */
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    readonly 'OS/2': { readonly usWeightClass: number };
    /** Code points of all characters. */
    readonly characterSet: readonly number[];
    glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): {
      readonly advanceWidth: number;
      readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
      /** Positions in the font's units, one per glyph. */
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number }[];
    };
  }
  export function create(buffer: Uint8Array): Font;
}
