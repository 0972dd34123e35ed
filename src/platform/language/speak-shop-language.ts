import fs from 'node:fs';
import path from 'node:path';
import { speak, type TextCatalogue } from '#kernel/text.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../languages');

const catalogues = new Map<string, TextCatalogue | undefined>();

/** From now on this process says its texts in the language of the shop's `locale`, such as `de-AT`; in English when it has no catalogue for it. */
export function speakShopLanguage(locale: string): void {
  const language = languageOf(locale);
  if (!catalogues.has(language)) catalogues.set(language, readCatalogue(language));
  speak(language, catalogues.get(language));
}

/** `de` of `de-AT`. */
export const languageOf = (locale: string): string => locale.split('-', 1)[0]!.toLowerCase();

/** The texts of both files of a language: those of the pages, and those that only the server says. */
function readCatalogue(language: string): TextCatalogue | undefined {
  // English needs none: its texts stand in the code.
  if (language === 'en' || !/^[a-z]{2,3}$/.test(language)) return undefined;
  const parts = ['shop', 'server'].map((part) => path.join(FOLDER, language, `${part}.json`));
  if (!parts.every((file) => fs.existsSync(file))) return undefined;
  return Object.assign(
    Object.create(null) as TextCatalogue,
    ...parts.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as TextCatalogue),
  );
}
