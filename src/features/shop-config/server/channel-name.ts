import type { Language } from '#kernel/language.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { defaultChannels } from './folder/default-labels.ts';
import type { Shop } from './shop.ts';

const isDefault = (key: string): key is keyof typeof defaultChannels => Object.hasOwn(defaultChannels, key);

/** The name of a sales channel for staff: a default one in their own language, any other in the operator's words. */
export function channelName(shop: Shop, key: string, { translate }: Language): string {
  const name = shop.private.channels[key] ?? key;
  if (!isDefault(key)) return name;
  const inShop = languageOfShop(shop.public).translate(defaultChannels[key]);
  return name === inShop ? translate(defaultChannels[key]) : name;
}
