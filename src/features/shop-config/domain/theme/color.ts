import { type Rgb, toLinear } from '#kernel/color.ts';

/** A perceptual colour: lightness 0 to 1, chroma from 0, hue in radians (Björn Ottosson's OKLCH). */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Mixes two colours: `share` of `one`, from 0 to 1, and the rest of `other`. */
export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (a: number, b: number): number => a * share + b * (1 - share);
  return { red: part(one.red, other.red), green: part(one.green, other.green), blue: part(one.blue, other.blue) };
}

const fromLinear = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

export function toOklch(color: Rgb): Oklch {
  const red = toLinear(color.red);
  const green = toLinear(color.green);
  const blue = toLinear(color.blue);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Reduces the chroma of a colour outside the gamut by 10% at a time until it fits. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  for (let reduced = chroma; reduced > 0.001; reduced *= 0.9) {
    const color = unboundedRgb({ lightness, chroma: reduced, hue });
    if (isOnScreen(color)) return bounded(color);
  }
  return bounded(unboundedRgb({ lightness, chroma: 0, hue }));
}

function unboundedRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    red: fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    green: fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    blue: fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  };
}

const SLACK = 0.0005;
const isOnScreen = ({ red, green, blue }: Rgb): boolean =>
  [red, green, blue].every((part) => part >= -SLACK && part <= 1 + SLACK);

const bounded = ({ red, green, blue }: Rgb): Rgb => {
  const part = (value: number): number => Math.min(1, Math.max(0, value));
  return { red: part(red), green: part(green), blue: part(blue) };
};
