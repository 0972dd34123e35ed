import { at } from '../svg.ts';

/** A lark in flight, about 50 units from wing tip to wing tip at scale 1. */
export const LARK_PATH =
  'M0 0C-4-7-12-11-22-10C-15-7-9-2-5 4C-7 7-8 10-8 13C-3 9 3 7 7 7C11 6 15 4 18 1C14 0 11-1 9-2C12-8 18-14 27-16C16-18 5-11 0 0Z';

export function lark(x: number, y: number, scale: number, turn: number): string {
  const place = `translate(${at(x)} ${at(y)}) rotate(${at(turn)}) scale(${at(scale * 10) / 10})`;
  return `<path transform="${place}" d="${LARK_PATH}"/>`;
}
