import type { TextCatalogue } from '#kernel/text.ts';

/** The catalogues of the pages, each a file of its own that is loaded when a shop speaks its language. English stands in the code. */
const catalogues = import.meta.glob<TextCatalogue>(['../../languages/*/shop.json', '!../../languages/en/shop.json'], {
  import: 'default',
});

const languageOf = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase();
const fileOf = (locale: string): string => `../../languages/${languageOf(locale)}/shop.json`;

/** The language of a locale with its texts; English, without texts, for every language that has no catalogue. */
export async function catalogueOf(locale: string): Promise<{ tag: string; texts: TextCatalogue | undefined }> {
  const load = catalogues[fileOf(locale)];
  return load ? { tag: languageOf(locale), texts: await load() } : { tag: 'en', texts: undefined };
}

/** Where the catalogue stands in the build's manifest; null for English. */
export const catalogueModuleOf = (locale: string): string | null =>
  catalogues[fileOf(locale)] ? `src/languages/${languageOf(locale)}/shop.json` : null;
