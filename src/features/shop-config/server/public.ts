import type { Result } from '#kernel/result.ts';
import type { ExportOptions, ExportRefusal, ExportReport } from './export-shop-folder.ts';
import type { Mistake } from './folder/mistake.ts';
import type { ImportOptions, ImportReport } from './import-shop-folder.ts';

export { channelName } from './channel-name.ts';
export { describeMistake, type Mistake } from './folder/mistake.ts';
export { defaultImageCache } from './images/image-folders.ts';
export type { ImportOptions, ImportReport } from './import-shop-folder.ts';
export { isShopImported, loadShop } from './load-shop.ts';
export { lookOfShop } from './look-of-shop.ts';
export type { Shop } from './shop.ts';

/** Loads import-shop-folder.ts on the first call, so that other uses do not load its picture and HTML libraries. */
export async function importShopFolder(options: ImportOptions): Promise<Result<ImportReport, readonly Mistake[]>> {
  const module = await import('./import-shop-folder.ts');
  return await module.importShopFolder(options);
}

/** Loads export-shop-folder.ts on the first call. */
export async function exportShopFolder(options: ExportOptions): Promise<Result<ExportReport, ExportRefusal>> {
  const module = await import('./export-shop-folder.ts');
  return await module.exportShopFolder(options);
}
export { noteConfigChange, SHOP_KEY } from './shop-state-store.ts';
