import { ENGLISH, type Language, languageOf, type TextCatalogue } from '#kernel/language.ts';

/** The shared and the office's own texts, loaded on demand. English needs none: its texts are in the code. */
const catalogues = import.meta.glob<TextCatalogue>(
  ['../../languages/*/{shop,office}.json', '!../../languages/en/*.json'],
  { import: 'default' },
);

/** Loads the language of a language tag or a locale. Returns English where there is no catalogue. */
export async function loadLanguage(tag: string): Promise<Language> {
  const language = tag.split('-', 1)[0]!.toLowerCase();
  const parts = ['shop', 'office'].map((part) => catalogues[`../../languages/${language}/${part}.json`]);
  if (!parts.every((load) => load !== undefined)) return ENGLISH;
  const texts = await Promise.all(parts.map((load) => load()));
  return languageOf(language, Object.assign({}, ...texts));
}
