import { itemImageSizes } from '#features/catalogue/domain/item-image.ts';
import type { SiteImage } from '../../contract.ts';
import type { Entry, ShopFolder } from '../folder/read-shop-folder.ts';
import type { Path } from '../folder/yaml-file.ts';
import { type LoadedPicture, loadPicture } from '../images/load-picture.ts';
import {
  iconPictureSet,
  imageFormats,
  itemPictureSet,
  logoFormats,
  type PictureSet,
  sitePictureSet,
  sizeWithin,
} from '../images/picture-set.ts';
import type { Resolving } from './resolving.ts';

const BANNER = { width: 1440, height: 560 };
const BANNER_MOBILE = { width: 720, height: 640 };
const LOGO_BOX = { width: 480, height: 96 };
/** The size for home screens. An icon that is too small only for the largest of `iconSizes` causes no warning. */
const ICON = { width: 180, height: 180 };
const IMAGES_PATH = '/images';

export interface ResolvedPictures {
  readonly sets: readonly PictureSet[];
  /** Addresses by item, in the folder's order. */
  readonly ofItem: ReadonlyMap<Entry<unknown>, readonly string[]>;
  readonly cards: {
    readonly tickets: string | null;
    readonly merchandise: string | null;
    readonly portal: string | null;
  };
  readonly logo: SiteImage | null;
  readonly logoDark: SiteImage | null;
  readonly banner: SiteImage | null;
  readonly bannerMobile: SiteImage | null;
  readonly icon: string | null;
}

export async function resolvePictures(folder: ShopFolder, resolving: Resolving): Promise<ResolvedPictures> {
  const sets: PictureSet[] = [];
  const loaded = new Map<string, ReturnType<typeof loadPicture>>();
  const load = async (entry: Entry<unknown>, path: Path, file: string): Promise<LoadedPicture | null> => {
    if (!loaded.has(file)) loaded.set(file, loadPicture(folder.files.folder, file));
    const result = await loaded.get(file)!;
    if ('picture' in result) return result.picture;
    resolving.addMistake(entry, path, result.refusal);
    return null;
  };
  const itemPicture = async (
    entry: Entry<unknown>,
    path: Path,
    label: string,
    file: string,
  ): Promise<string | null> => {
    const sources = new Map<string, LoadedPicture>();
    for (const size of itemImageSizes) {
      const source = await load(entry, path, file.replaceAll('{size}', size));
      if (!source && !file.includes('{size}')) return null;
      if (source) sources.set(size, source);
    }
    if (sources.size < itemImageSizes.length) return null;
    warnAboutSmallPictures(entry, path, file, sources);
    return add(itemPictureSet(label, sources));
  };
  const warnAboutSmallPictures = (
    entry: Entry<unknown>,
    path: Path,
    file: string,
    sources: ReadonlyMap<string, LoadedPicture>,
  ): void => {
    const uses = [...sources].map(([size, source]) => {
      const [width, height] = size.split('x').map(Number) as [number, number];
      return { file: file.replaceAll('{size}', size), source, size: { width, height } };
    });
    // A file may be used for several sizes: warn once, about the largest.
    const reported = new Set<string>();
    for (const use of uses.sort((a, b) => b.size.width * b.size.height - a.size.width * a.size.height)) {
      if (!isTooSmall(use.source, use.size) || reported.has(use.file)) continue;
      reported.add(use.file);
      resolving.addWarning(entry, path, tooSmallText(use.file, use.source, use.size));
    }
  };
  /** Returns the set's address. */
  const add = (set: PictureSet): string => {
    sets.push(set);
    return `${IMAGES_PATH}/${set.name}`;
  };

  const { shop } = folder;
  const { images, cards } = shop.value;
  const siteImage = async (
    name: 'logo' | 'logo_dark' | 'banner' | 'banner_mobile',
    fixed: { width: number; height: number } | null,
  ): Promise<SiteImage | null> => {
    const file = images[name];
    const source = file && (await load(shop, ['images', name], file));
    if (!source) return null;
    const size = fixed ?? sizeWithin(source, LOGO_BOX);
    if (isTooSmall(source, size)) resolving.addWarning(shop, ['images', name], tooSmallText(file, source, size));
    const formats = fixed ? imageFormats : logoFormats;
    const url = add(sitePictureSet(name.replace('_', '-'), source, size, formats));
    return { url, ...size, formats: [...formats] };
  };
  const cardImage = (name: 'tickets' | 'merchandise' | 'portal'): Promise<string | null> => {
    const file = cards[name].image;
    return file ? itemPicture(shop, ['cards', name, 'image'], `card-${name}`, file) : Promise.resolve(null);
  };

  const ofItem = new Map<Entry<unknown>, readonly string[]>();
  for (const entry of folder.items) {
    const { external_code: code, images: files } = entry.value;
    const addresses = await Promise.all(
      files.map((file, index) =>
        itemPicture(entry, ['images', index], index === 0 ? code : `${code}-${index + 1}`, file),
      ),
    );
    ofItem.set(
      entry,
      addresses.filter((address) => address !== null),
    );
  }
  const iconSource = images.icon && (await load(shop, ['images', 'icon'], images.icon));
  if (images.icon && iconSource && isTooSmall(iconSource, ICON)) {
    resolving.addWarning(shop, ['images', 'icon'], tooSmallText(images.icon, iconSource, ICON));
  }
  return {
    ofItem,
    cards: {
      tickets: await cardImage('tickets'),
      merchandise: await cardImage('merchandise'),
      portal: await cardImage('portal'),
    },
    logo: await siteImage('logo', null),
    logoDark: await siteImage('logo_dark', null),
    banner: await siteImage('banner', BANNER),
    bannerMobile: await siteImage('banner_mobile', BANNER_MOBILE),
    icon: iconSource ? add(iconPictureSet('icon', iconSource)) : null,
    sets,
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const isTooSmall = (source: LoadedPicture, { width, height }: Size): boolean =>
  source.format !== 'svg' && (source.width < width || source.height < height);

const tooSmallText = (file: string, source: LoadedPicture, { width, height }: Size): string =>
  `${file} is ${source.width} x ${source.height}, too small for ${width} x ${height}: it is enlarged and looks blurred`;
