import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import type { FontFile } from '../../contract.ts';
import { fallbackMetrics } from './fallback-metrics.ts';

/** A page loads two of them before its words stand still. One language's letters in all weights fit well. */
const MAXIMUM_BYTES = 200_000;
/** Unpacked, by the file's own account: what is more is no font of letters. */
const MAXIMUM_UNPACKED = 4_000_000;

/** Where WOFF 2.0 (W3C recommendation of 2018) says how long the file is, and how long the font unpacked. */
const LENGTH_AT = 8;
const UNPACKED_AT = 16;
const HEADER = 48;

export interface LoadedFont {
  /** Of the file as it is served; carries the hash of its content. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly file: FontFile;
}

/** Reads a font of a shop folder, or says why it is refused. `file` is its path inside the folder. */
export async function loadFont(folder: string, file: string): Promise<{ font: LoadedFont } | { refusal: string }> {
  const root = await realpath(folder);
  const target = await realpath(path.join(root, file)).catch(() => null);
  if (target === null) return { refusal: `${file} does not exist` };
  if (!target.startsWith(root + path.sep)) return { refusal: `${file} lies outside the folder` };
  const bytes = await readFile(target).catch(() => null);
  if (bytes === null) return { refusal: `${file} cannot be read` };
  const refusal = refusalOf(bytes);
  if (refusal) return { refusal: `${file} ${refusal}` };
  try {
    const font = create(bytes);
    if (!hasLatinLetters(font)) return { refusal: `${file} lacks letters from a to z, or figures` };
    const name = `font-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.woff2`;
    const url = `/images/${name}`;
    return { font: { name, bytes, file: { url, weight: weightOf(font), fallback: fallbackMetrics(font) } } };
  } catch {
    return { refusal: `${file} is no readable font` };
  }
}

/** What is wrong with the file before anything of it is unpacked; null: nothing. */
function refusalOf(bytes: Buffer): string | null {
  if (bytes.byteLength > MAXIMUM_BYTES)
    return 'is larger than 200 kB; leave out the letters that your shop does not need';
  if (bytes.byteLength < HEADER || bytes.toString('latin1', 0, 4) !== 'wOF2') return 'is no WOFF2 font';
  if (bytes.readUInt32BE(LENGTH_AT) !== bytes.byteLength) return 'is cut off, or not what its beginning says';
  if (bytes.readUInt32BE(UNPACKED_AT) > MAXIMUM_UNPACKED) return 'is larger than 4 MB when unpacked';
  return null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const hasLatinLetters = (font: Font): boolean =>
  [...LETTERS].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!));

/** As CSS writes it: `400`, or `200 900` of a font with all weights between. */
function weightOf(font: Font): string {
  const axis = font.variationAxes.wght;
  return axis ? `${Math.round(axis.min)} ${Math.round(axis.max)}` : String(font['OS/2'].usWeightClass);
}
