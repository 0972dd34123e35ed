import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Font } from 'fontkit';
import type { FontFile } from '../../contract.ts';
import { fallbackMetrics } from './fallback-metrics.ts';

/** A page loads two fonts before its layout is final. All weights for one language fit easily. */
const MAX_BYTES = 200_000;
/** Declared unpacked size. No font for text is larger. */
const MAX_UNPACKED_BYTES = 4_000_000;

/** Offsets of the file's length and the unpacked length in WOFF 2.0 (W3C recommendation of 2018). */
const LENGTH_AT = 8;
const UNPACKED_AT = 16;
const HEADER = 48;

export interface LoadedFont {
  /** With the hash of its content. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly file: FontFile;
}

/** `file` is the path in the folder; `refusal` is a reason for the operator. */
export async function loadFont(folder: string, file: string): Promise<{ font: LoadedFont } | { refusal: string }> {
  const root = await realpath(folder);
  const target = await realpath(path.join(root, file)).catch(() => null);
  if (target === null) return { refusal: `${file} does not exist` };
  if (!target.startsWith(root + path.sep)) return { refusal: `${file} is outside the folder` };
  const bytes = await readFile(target).catch(() => null);
  if (bytes === null) return { refusal: `${file} cannot be read` };
  const refusal = refusalOf(bytes);
  if (refusal) return { refusal: `${file} ${refusal}` };
  try {
    const { create } = await import('fontkit');
    const font = create(bytes);
    if (!hasLatinLetters(font)) return { refusal: `${file} lacks letters from a to z, or digits` };
    const name = `font-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.woff2`;
    const url = `/images/${name}`;
    return { font: { name, bytes, file: { url, weight: weightOf(font), fallback: fallbackMetrics(font) } } };
  } catch {
    return { refusal: `${file} is not a readable font` };
  }
}

/** Runs before unpacking. */
function refusalOf(bytes: Buffer): string | null {
  if (bytes.byteLength > MAX_BYTES) return 'is larger than 200 kB; leave out the letters that your shop does not need';
  if (bytes.byteLength < HEADER || bytes.toString('latin1', 0, 4) !== 'wOF2') return 'is not a WOFF2 font';
  if (bytes.readUInt32BE(LENGTH_AT) !== bytes.byteLength) return 'is truncated, or is not what its header says';
  if (bytes.readUInt32BE(UNPACKED_AT) > MAX_UNPACKED_BYTES) return 'is larger than 4 MB when unpacked';
  return null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const hasLatinLetters = (font: Font): boolean =>
  [...LETTERS].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!));

/** Returns the weight in CSS form: `400`, or `200 900` for a font with all weights between. */
function weightOf(font: Font): string {
  const axis = font.variationAxes.wght;
  return axis ? `${Math.round(axis.min)} ${Math.round(axis.max)}` : String(font['OS/2'].usWeightClass);
}
