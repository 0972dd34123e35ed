import { speak } from '#kernel/text.ts';
import { languageOfShop } from './shop-language.ts';

/** From now on what is not handed a language says its texts in that of the shop's `locale`. */
export const speakShopLanguage = (locale: string): void => speak(languageOfShop({ locale }));
