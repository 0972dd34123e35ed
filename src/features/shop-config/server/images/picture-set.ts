import { createHash } from 'node:crypto';
import type { LoadedPicture } from './load-picture.ts';

/** Increase it when sizes or encoders change, so that pictures are made again under new names. */
const SETTINGS_VERSION = 1;

export type PictureFormat = 'avif' | 'webp' | 'jpg' | 'png';

/** Item pictures and banners, best first. */
export const imageFormats = ['avif', 'webp', 'jpg'] as const satisfies readonly PictureFormat[];
/** Logos may be transparent, which JPEG does not support. */
export const logoFormats = ['avif', 'webp', 'png'] as const satisfies readonly PictureFormat[];

export interface Rendition {
  /** Follows the set's name: `-350x350@2x.avif`. */
  readonly suffix: string;
  readonly source: LoadedPicture;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
}

/** The files of one picture. `name` contains the hash of its sources, so it never means two pictures. */
export interface PictureSet {
  readonly name: string;
  readonly renditions: readonly Rendition[];
}

const DENSITIES = [
  { density: 1, mark: '' },
  { density: 2, mark: '@2x' },
] as const;

/** `sources` has a source for each of the four sizes. */
export function itemPictureSet(label: string, sources: ReadonlyMap<string, LoadedPicture>): PictureSet {
  const renditions = [...sources].flatMap(([size, source]) => {
    const [width, height] = size.split('x').map(Number) as [number, number];
    return DENSITIES.flatMap(({ density, mark }) =>
      imageFormats.map((format) => ({
        suffix: `-${size}${mark}.${format}`,
        source,
        width: width * density,
        height: height * density,
        format,
      })),
    );
  });
  return named(label, renditions);
}

/** The formats of one size in CSS pixels, at both densities. */
export function sitePictureSet(
  label: string,
  source: LoadedPicture,
  size: { width: number; height: number },
  formats: readonly PictureFormat[],
): PictureSet {
  const renditions = DENSITIES.flatMap(({ density, mark }) =>
    formats.map((format) => ({
      suffix: `${mark}.${format}`,
      source,
      width: size.width * density,
      height: size.height * density,
      format,
    })),
  );
  return named(label, renditions);
}

export const iconSizes = [32, 180, 512] as const;

/** Square PNGs for browser tabs and home screens: `<name>-32.png` and so on. */
export function iconPictureSet(label: string, source: LoadedPicture): PictureSet {
  const renditions = iconSizes.map((size) => ({
    suffix: `-${size}.png`,
    source,
    width: size,
    height: size,
    format: 'png' as const,
  }));
  return named(label, renditions);
}

/** Keeps the picture's shape. */
export function sizeWithin(
  source: { width: number; height: number },
  box: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(box.width / source.width, box.height / source.height);
  return {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
}

function named(label: string, renditions: Rendition[]): PictureSet {
  const hash = createHash('sha256').update(`${SETTINGS_VERSION}`);
  for (const { suffix, source } of renditions) hash.update(`\0${suffix}\0${source.hash}`);
  return { name: `${label}-${hash.digest('hex').slice(0, 12)}`, renditions };
}
