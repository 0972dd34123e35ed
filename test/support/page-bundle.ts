import { importShopFolder } from '#features/shop-config/server/public.ts';
import { givenShopFolder } from '#features/shop-config/testing.ts';
import { fixedClock } from '#platform/clock/clock.ts';
import { startCatalogueCache } from '../../src/apps/server/catalogue-cache.ts';
import type { PageBundle } from '../../src/apps/server/pages/embedded-bundle.ts';
import { createVisitorBundles } from '../../src/apps/server/visitor-bundles.ts';
import { givenDatabase } from './database.ts';

/** Imports a small shop and returns the bundle that pages embed for visitors at `now`. */
export async function givenPageBundle(now: Date): Promise<PageBundle> {
  const { db, drop } = await givenDatabase();
  const { folder, remove } = await givenShopFolder();
  const result = await importShopFolder({ db, folder, imagesFolder: null, now });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const catalogue = await startCatalogueCache(db, fixedClock(now), () => {});
  try {
    return (await createVisitorBundles(catalogue).forPages()).bundle;
  } finally {
    catalogue.stop();
    await drop();
    await remove();
  }
}
