import { ENGLISH, type Language, languageOf, type TextCatalogue } from '#kernel/language.ts';

/** One file for each language, loaded on demand. English needs none, because its texts are in the code. */
const catalogues = import.meta.glob<TextCatalogue>(['../../languages/*/shop.json', '!../../languages/en/shop.json'], {
  import: 'default',
});

const tagOf = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase();
const fileOf = (locale: string): string => `../../languages/${tagOf(locale)}/shop.json`;

/** Returns English for a language without a catalogue. */
export async function loadLanguage(locale: string): Promise<Language> {
  const load = catalogues[fileOf(locale)];
  return load ? languageOf(tagOf(locale), await load()) : ENGLISH;
}

/** Returns the catalogue's key in the build's manifest; null for English. */
export const catalogueModuleOf = (locale: string): string | null =>
  catalogues[fileOf(locale)] ? `src/languages/${tagOf(locale)}/shop.json` : null;
