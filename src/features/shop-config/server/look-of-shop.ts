import type { ShopLook } from '#platform/http/plain-page.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { PublicConfig } from '../contract.ts';

export const lookOfShop = ({ name, theme, locale }: Pick<PublicConfig, 'name' | 'theme' | 'locale'>): ShopLook => ({
  language: languageOfShop({ locale }),
  shopName: name,
  brandColor: theme.brandColor,
  colorScheme: theme.colorScheme,
});
