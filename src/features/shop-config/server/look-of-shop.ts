import type { ShopLook } from '#platform/http/plain-page.ts';
import type { PublicConfig } from '../contract.ts';

/** How the shop looks on a page without its application. */
export const lookOfShop = ({ name, theme }: Pick<PublicConfig, 'name' | 'theme'>): ShopLook => ({
  shopName: name,
  brandColor: theme.brandColor,
  colorScheme: theme.colorScheme,
});
