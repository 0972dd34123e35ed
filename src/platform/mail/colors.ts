import { contrast as contrastOf, fromHex } from '#kernel/color.ts';

// All colours are #rrggbb or #rgb.

export const contrast = (one: string, other: string): number => contrastOf(fromHex(one), fromHex(other));

export const isReadable = (text: string, back: string, ratio = 4.5): boolean => contrast(text, back) >= ratio;

/** Moves the colour towards `ink` until text in it is readable on `back`. */
export const readable = (color: string, back: string, ink: string): string => towardsInk(color, [back], ink, 4.5);

/** Moves the colour towards `ink` until it has the contrast `ratio` with each of `backs`. */
export function towardsInk(color: string, backs: readonly string[], ink: string, ratio: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const moved = mix(color, ink, share);
    if (backs.every((back) => isReadable(moved, back, ratio))) return moved;
  }
  return ink;
}

/** `share` is that of the second colour, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const [from, to] = [channels(first), channels(second)];
  return `#${from
    .map((channel, index) =>
      Math.round(channel + (to[index]! - channel) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function channels(color: string): number[] {
  const { red, green, blue } = fromHex(color);
  return [red, green, blue].map((part) => Math.round(part * 255));
}
