import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

const DEMO = path.resolve(import.meta.dirname, '../../demo');
/** The item whose file the others repeat, without its pictures: drawing those of so many items would take hours. */
const MODEL = path.join(DEMO, 'items/03-saturday.yaml');

export interface LargeFolder {
  readonly folder: string;
  readonly codes: readonly string[];
  /** Gives this many items a price that they never had. */
  changePrices(count: number): Promise<void>;
  /** Changes a page and no item. */
  changePage(): void;
  remove(): void;
}

/** Writes a copy of the demo's folder with `count` more items, each in its own file, that are never sold out. */
export function writeLargeFolder(count: number): LargeFolder {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-shop-'));
  fs.cpSync(DEMO, folder, { recursive: true });
  const model = fs
    .readFileSync(MODEL, 'utf8')
    .replace(/^stock: .*$/m, 'stock: 1000000')
    .replace(/^images:\n(?: +- .*\n)+/m, '');
  const codes = Array.from({ length: count }, (_, index) => `bench-${index}`);
  let cents = 0;
  const write = (code: string) =>
    fs.writeFileSync(
      path.join(folder, 'items', `${code}.yaml`),
      model
        .replace('external_code: saturday', `external_code: ${code}`)
        .replace(/^name: (.*)$/m, `name: $1 ${code}`)
        .replace(/^price: .*$/m, `price: ${(72 + cents / 100).toFixed(2)}`),
    );
  codes.forEach(write);
  return {
    folder,
    codes,
    async changePrices(changed) {
      cents += 1;
      // Spread over the items, as in a real folder.
      for (let index = 0; index < changed; index += 1) {
        write(codes[Math.floor((index * count) / changed)]!);
        // This process also adds to carts, and adds would seem slow while it writes 5,000 files.
        await nextTurn();
      }
    },
    changePage() {
      const page = path.join(folder, 'pages/faqs.html');
      fs.appendFileSync(page, '<p>One more answer.</p>\n');
    },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
