import { ENGLISH, type Language, languageOf, type TextCatalogue } from '#kernel/language.ts';

/** The catalogues of the pages, each a file of its own that is loaded when a shop speaks its language. English stands in the code. */
const catalogues = import.meta.glob<TextCatalogue>(['../../languages/*/shop.json', '!../../languages/en/shop.json'], {
  import: 'default',
});

const tagOf = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase();
const fileOf = (locale: string): string => `../../languages/${tagOf(locale)}/shop.json`;

/** The language of a locale with the texts of its pages; English for every language that has no catalogue. */
export async function loadLanguage(locale: string): Promise<Language> {
  const load = catalogues[fileOf(locale)];
  return load ? languageOf(tagOf(locale), await load()) : ENGLISH;
}

/** Where the catalogue stands in the build's manifest; null for English. */
export const catalogueModuleOf = (locale: string): string | null =>
  catalogues[fileOf(locale)] ? `src/languages/${tagOf(locale)}/shop.json` : null;
