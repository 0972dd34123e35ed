// Colours are #rrggbb or #rgb.

/** The contrast ratio of WCAG 2 between two colours: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

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

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  const digits = color.replace(/^#/, '');
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (!/^[0-9a-f]{6}$/i.test(full)) throw new RangeError(`Not a colour: ${color}`);
  return [0, 2, 4].map((start) => Number.parseInt(full.slice(start, start + 2), 16));
}
