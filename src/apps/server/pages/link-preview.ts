import { createHash } from 'node:crypto';
import type { ShopItem } from '#features/catalogue/contract.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { formatMoney } from '#kernel/money.ts';

export type PreviewItem = Pick<ShopItem, 'external_code' | 'shop_item_type' | 'name' | 'price' | 'fee' | 'shop_image'>;
export type PreviewShop = Pick<
  PublicConfig,
  'name' | 'locale' | 'currency' | 'currencyDigits' | 'imageFormats' | 'theme'
>;

/** The size that link previews expect, in pixels. */
export const PREVIEW_SIZE = { width: 1_200, height: 630 } as const;

/** Increase this number when the drawing changes. */
const DRAWING = 1;

export const previewPrice = (item: PreviewItem, shop: PreviewShop): string => formatMoney(item.price + item.fee, shop);

/** Hashes everything the picture shows, so that a new price makes a new address. */
export const previewVersion = (item: PreviewItem, shop: PreviewShop): string =>
  createHash('sha256')
    .update(
      JSON.stringify([DRAWING, item.name, item.shop_image, previewPrice(item, shop), shop.name, shop.theme.brandColor]),
    )
    .digest('base64url')
    .slice(0, 12);

export const linkPreviewPath = (item: PreviewItem, shop: PreviewShop): string =>
  `/link-preview/${item.shop_item_type}/${encodeURIComponent(item.external_code)}.jpg?v=${previewVersion(item, shop)}`;

export const linkPreviewAlt = (item: PreviewItem, shop: PreviewShop): string =>
  `${item.name}, ${previewPrice(item, shop)}, ${shop.name}`;
