import fs from 'node:fs';
import path from 'node:path';
import { ENGLISH, type Language, languageOf, type TextCatalogue } from '#kernel/language.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../languages');

const languages = new Map<string, Language>();

/** Returns the language of a shop's `locale`, such as `de-AT`, or English if there is no catalogue for it. */
export function languageOfShop({ locale }: { readonly locale: string }): Language {
  const tag = tagOf(locale);
  const known = languages.get(tag);
  if (known) return known;
  const texts = readCatalogue(tag);
  const language = texts ? languageOf(tag, texts) : ENGLISH;
  languages.set(tag, language);
  return language;
}

/** Returns `de` for `de-AT`. */
const tagOf = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase();

/** Merges a language's three files: the texts of the shop, those of the office, and those that only the server uses. */
function readCatalogue(tag: string): TextCatalogue | undefined {
  // English needs no catalogue: its texts are in the code.
  if (tag === 'en' || !/^[a-z]{2,3}$/.test(tag)) return undefined;
  const parts = ['shop', 'office', 'server'].map((part) => path.join(FOLDER, tag, `${part}.json`));
  if (!parts.every((file) => fs.existsSync(file))) return undefined;
  return Object.assign(
    Object.create(null) as TextCatalogue,
    ...parts.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as TextCatalogue),
  );
}
