/** The sizes of an item's picture in CSS pixels. Every picture has all of them. */
export const itemImageSizes = ['350x350', '350x500', '500x500', '100x100'] as const;
export type ItemImageSize = (typeof itemImageSizes)[number];

/** Returns the address of a picture, from the item's `shop_image` and one of `config.imageFormats`. */
export function itemImageUrl(shopImage: string, size: ItemImageSize, format: string, density: 1 | 2 = 1): string {
  return `${shopImage}-${size}${density === 2 ? '@2x' : ''}.${format}`;
}
