import type { Palette } from './palettes.ts';
import type { Random } from './seeded-random.ts';

/** What every part of a scene draws with. */
export interface Canvas {
  readonly random: Random;
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
  /** Small pictures leave out grain, crowds and small lights. */
  readonly isDetailed: boolean;
  /** In front of every id, so that several pictures can stand in one document. */
  readonly idPrefix: string;
}

/** The shorter side: what sizes are measured by, so that a thing looks the same in every format. */
export const unitOf = ({ width, height }: Canvas): number => Math.min(width, height);
export const isTall = ({ width, height }: Canvas): boolean => height / width > 1.2;
export const isWide = ({ width, height }: Canvas): boolean => width / height > 1.6;
