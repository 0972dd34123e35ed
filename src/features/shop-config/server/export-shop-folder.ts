import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import { allVouchers } from '#features/vouchers/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { configInFolder, pagesInFolder } from './export-config.ts';
import { eventsInFolder, itemInFolder, vouchersInFolder } from './export-items.ts';
import { exportedPictures } from './export-pictures.ts';
import { storedItems } from './export-store.ts';
import { shopState } from './shop-state-store.ts';

export interface ExportOptions {
  readonly db: Db;
  /** A folder that does not exist yet, or is empty. */
  readonly folder: string;
}

export interface ExportReport {
  readonly items: number;
  readonly events: number;
  readonly vouchers: number;
  /** Vouchers created by command, which are not part of the folder. */
  readonly commandVouchers: number;
  readonly pictures: number;
  /** What could not be exported as it was imported. */
  readonly warnings: readonly string[];
}

export type ExportRefusal = { kind: 'nothing_imported' } | { kind: 'not_empty' };

/**
 * Writes the shop as a shop folder. Importing it changes nothing. Dates, and dates in texts, are absolute. Leaves out
 * items withdrawn from sale, inactive vouchers, and vouchers created by command: their codes are secret, and a later
 * import of a folder without them would withdraw them.
 */
export async function exportShopFolder(options: ExportOptions): Promise<Result<ExportReport, ExportRefusal>> {
  const { folder } = options;
  if ((await readdir(folder).catch(() => [])).length > 0) return refuse({ kind: 'not_empty' });
  const stored = await readAll(options.db);
  if (!stored) return refuse({ kind: 'nothing_imported' });
  const { state, items } = stored;
  const ofFolder = stored.vouchers.filter((voucher) => voucher.madeBy === 'folder');
  const vouchers = ofFolder.filter((voucher) => voucher.isActive);
  const pictures = exportedPictures(options.db);

  const files = new Map<string, string>();
  files.set('shop.yaml', yamlOf(await configInFolder(state.config, pictures)));
  files.set('events.yaml', yamlOf(eventsInFolder(state)));
  files.set('vouchers.yaml', yamlOf(vouchersInFolder(vouchers, state)));
  const width = String(items.length).length;
  for (const [index, item] of items.entries()) {
    const name = `${String(index + 1).padStart(width, '0')}-${item.externalCode}`;
    files.set(`items/${name}.yaml`, yamlOf(await itemInFolder(item, state, pictures)));
  }
  for (const [name, html] of Object.entries(pagesInFolder(state.config))) files.set(`pages/${name}.html`, html);

  for (const part of ['items', 'pages']) await mkdir(path.join(folder, part), { recursive: true });
  for (const [file, text] of files) await writeFile(path.join(folder, file), text);
  return ok({
    items: items.length,
    events: state.events.length,
    vouchers: vouchers.length,
    commandVouchers: stored.vouchers.length - ofFolder.length,
    pictures: await pictures.copyTo(folder),
    warnings: pictures.warnings,
  });
}

/** Reads everything in one snapshot, because an import may be running. */
const readAll = (db: Db) =>
  db.transaction(async (tx) => {
    await tx.run('set transaction isolation level repeatable read, read only');
    const state = await shopState(tx);
    return state && { state, items: await storedItems(tx), vouchers: await allVouchers(tx) };
  });

/** Long lines are not folded, which would hide what an import changes. */
const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 0 });
