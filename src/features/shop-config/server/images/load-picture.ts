import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { loadSharp } from '#platform/files/load-sharp.ts';
import { svgRefusal } from './safe-svg.ts';

const MAX_BYTES = 30_000_000;
const MAX_PIXELS = 100_000_000;

export interface LoadedPicture {
  readonly bytes: Buffer;
  readonly format: 'jpeg' | 'png' | 'webp' | 'svg';
  /** CSS pixels of the source. */
  readonly width: number;
  readonly height: number;
  readonly hash: string;
}

/** `file` is the path in the folder; `refusal` is a reason for the operator. */
export async function loadPicture(
  folder: string,
  file: string,
): Promise<{ picture: LoadedPicture } | { refusal: string }> {
  const root = await realpath(folder);
  const target = await realpath(path.join(root, file)).catch(() => null);
  if (target === null) return { refusal: `${file} does not exist` };
  if (!target.startsWith(root + path.sep)) return { refusal: `${file} is outside the folder` };
  const bytes = await readFile(target).catch(() => null);
  if (bytes === null) return { refusal: `${file} cannot be read` };
  if (bytes.byteLength > MAX_BYTES) return { refusal: `${file} is larger than 30 MB` };

  const isSvg = /\.svg$/i.test(file);
  const refusal = isSvg ? svgRefusal(bytes) : null;
  if (refusal) return { refusal: `${file} is ${refusal}` };
  try {
    const sharp = await loadSharp();
    const found = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    const format = found.format as string;
    if (isSvg ? format !== 'svg' : !['jpeg', 'png', 'webp'].includes(format)) {
      return { refusal: `${file} is not what its name says, but ${format}` };
    }
    return {
      picture: {
        bytes,
        format: format as LoadedPicture['format'],
        width: found.autoOrient.width,
        height: found.autoOrient.height,
        hash: createHash('sha256').update(bytes).digest('hex'),
      },
    };
  } catch (error) {
    return { refusal: `${file} is not a readable picture (${(error as Error).message.split('\n')[0]})` };
  }
}
