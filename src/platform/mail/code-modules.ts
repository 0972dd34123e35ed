import { encodePDF417 } from 'etiket/pdf417';
import { create } from 'qrcode';
import { byteCharacters } from '#kernel/byte-characters.ts';
import type { CodePicture } from './mail-content.ts';

interface CodeModules {
  /** Rows of modules; true for a dark one. */
  readonly modules: readonly (readonly boolean[])[];
  /** Width of the white border around the code, in modules. */
  readonly quiet: number;
  /** In modules, like width and height, which include the white border. */
  readonly rowHeight: number;
  readonly width: number;
  readonly height: number;
}

export function codeModules({ draws, text }: CodePicture): CodeModules {
  return draws === 'qr' ? sized(qrModules(text), 4, 1) : sized(pdf417Modules(text), 2, 3);
}

function qrModules(text: string): boolean[][] {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => Boolean(modules.get(row, column))),
  );
}

/** Encodes the text as Croatian banks print it: 9 columns, error correction 4. */
const pdf417Modules = (text: string): boolean[][] =>
  encodePDF417(byteCharacters(text), { columns: 9, ecLevel: 4 }).matrix;

const sized = (modules: boolean[][], quiet: number, rowHeight: number): CodeModules => ({
  ...{ modules, quiet, rowHeight },
  width: modules[0]!.length + 2 * quiet,
  height: modules.length * rowHeight + 2 * quiet,
});
