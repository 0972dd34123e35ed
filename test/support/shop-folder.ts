import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface FolderChanges {
  /** An IANA name. */
  timezone: string;
  /** An ISO 4217 code. */
  currency: string;
  /** The currency's digits. Prices get the demo's minor units: 189.00 becomes 18900 or 18.900. */
  digits: 0 | 2 | 3;
}

/** Writes the demo's shop folder with another time zone and currency. `remove` deletes it. */
export async function givenShopFolder(
  changes: FolderChanges,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-shop-folder-'));
  await cp(path.resolve('demo'), folder, { recursive: true });
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.yaml')) continue;
    const source = await readFile(path.join(folder, name), 'utf8');
    await writeFile(path.join(folder, name), changed(source, changes));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const changed = (source: string, { timezone, currency, digits }: FolderChanges): string =>
  source
    .replace(/^timezone: .*$/m, `timezone: ${timezone}`)
    .replace(/^currency: .*$/m, `currency: ${currency}`)
    .replace(/\b(price|fee|amount): (\d+)\.(\d\d)\b/g, (_all, key: string, whole: string, cents: string) => {
      const minor = Number(whole + cents);
      return `${key}: ${(minor / 10 ** digits).toFixed(digits)}`;
    });
