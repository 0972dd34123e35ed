import path from 'node:path';
import { calendarDate } from '#features/shop-config/domain/day-zero.ts';
import { readShopFolder } from '#features/shop-config/server/folder/read-shop-folder.ts';
import { defaultImageCache } from '#features/shop-config/server/images/image-folders.ts';
import { makePictures } from '#features/shop-config/server/images/make-pictures.ts';
import { resolveShopFolder } from '#features/shop-config/server/resolve/resolve-shop-folder.ts';

// Encodes the demo's pictures once, into the cache that every shop with the demo uses. Otherwise, the first shops
// started in a fresh clone would all encode them at the same time, while their tests wait.

const { folder, mistakes } = await readShopFolder(path.resolve(import.meta.dirname, '../../demo'));
// Pictures do not depend on dates.
const resolved = folder && (await resolveShopFolder(folder, calendarDate('2027-07-22')!));
const wrong = [...mistakes, ...(resolved?.mistakes ?? [])];
if (!resolved || wrong.length > 0) throw new Error(`The demo is not a valid shop folder: ${JSON.stringify(wrong)}`);
const { encoded, kept } = await makePictures(resolved.shop.pictures, { imagesFolder: defaultImageCache() });
console.log(`${encoded + kept} pictures of the demo, ${encoded} of them made now`);
