import type { PlacedText } from '#platform/pdf/tagged-pdf.ts';
import type { TextLayout } from '#platform/pdf/text-layout.ts';

export type Block = ['H1' | 'H2' | 'P', ...PlacedText[]];
export interface Column {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Lays blocks below each other. */
export class Stack {
  readonly blocks: Block[] = [];
  bottom: number;
  readonly column: Column;

  constructor(column: Column) {
    this.column = column;
    this.bottom = column.y;
  }

  add(tag: Block[0], gap: number, ...parts: readonly { layout: TextLayout; color: string }[]): void {
    if (this.blocks.length > 0) this.bottom += gap;
    const texts = parts.map(({ layout, color }) => {
      const text = { layout, color, x: this.column.x, y: this.bottom };
      this.bottom += layout.height;
      return text;
    });
    this.blocks.push([tag, ...texts]);
  }
}
