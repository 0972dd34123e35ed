import fs from 'node:fs';
import path from 'node:path';
import { ENGLISH as ENGLISH_TEXTS, type PluralForms, type TextCatalogue } from '#kernel/language.ts';
import type { Part, SourceText, SourceTextReport } from './source-texts.ts';

export const PARTS: readonly Part[] = ['shop', 'office', 'server'];

/** The English catalogue is generated from the sources; people translate the others. */
export const ENGLISH = 'en';

type Texts = SourceTextReport['texts'];

export const languagesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

export const catalogueFile = (folder: string, language: string, part: Part): string =>
  path.join(folder, language, `${part}.json`);

export const readCatalogue = (file: string): TextCatalogue =>
  fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};

/** Returns a catalogue as the text of its file, with the keys sorted by code point. */
export const catalogueText = (catalogue: TextCatalogue): string => {
  const sorted = Object.entries(catalogue).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
};

/** Returns what the English file of a part must contain. */
export const englishCatalogue = (texts: Texts, part: Part): TextCatalogue =>
  Object.fromEntries(
    [...texts.values()]
      .filter((text) => text.part === part)
      .map((text) => [text.key, text.forms ?? ENGLISH_TEXTS.translate(text.key)]),
  );

/** Returns what is wrong with the catalogue of a language other than English. */
export function catalogueProblems(language: string, part: Part, catalogue: TextCatalogue, texts: Texts): string[] {
  const problems: string[] = [];
  const blame = (key: string, what: string) => problems.push(`${language}/${part}.json: “${key}” ${what}`);
  const wanted = [...texts.values()].filter((text) => text.part === part);
  for (const text of wanted) {
    const translation = catalogue[text.key];
    if (translation === undefined || translation === '')
      blame(text.key, `is not translated (src/${text.file}:${text.line})`);
    else for (const objection of objectionsTo(translation, text, language)) blame(text.key, objection);
  }
  for (const key of Object.keys(catalogue)) {
    if (texts.get(key)?.part !== part) blame(key, 'is not used in this part of the sources');
  }
  return problems;
}

function objectionsTo(translation: string | PluralForms, text: SourceText, language: string): string[] {
  if ((typeof translation === 'object') !== (text.forms !== null))
    return [text.forms ? 'has a count, so it needs plural forms' : 'has no count, so it needs a single text'];
  if (typeof translation === 'string') return objectionsToForm(translation, [text.key]);
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const present = Object.keys(translation);
  if ([...wanted].sort().join() !== [...present].sort().join())
    return [`needs the forms ${wanted.join(', ')} and has ${present.join(', ')}`];
  const english = [text.forms!.one, text.forms!.other];
  return Object.values(translation).flatMap((form) => objectionsToForm(form, english));
}

/** Checks that a form has the placeholders and tags of one of the English forms, and the same spaces at its ends. */
function objectionsToForm(translation: string, english: readonly string[]): string[] {
  const names = (text: string) => (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort().join(' ');
  const edges = (text: string) => `${/^\s*/.exec(text)![0]}|${/\s*$/.exec(text)![0]}`;
  if (translation.trim() === '') return ['is empty in one of its forms'];
  if (!english.some((text) => names(text) === names(translation)))
    return [
      `has ${names(translation) || 'no placeholders'} instead of ${english.map((text) => names(text)).join(' or ') || 'none'}`,
    ];
  if (!english.some((text) => edges(text) === edges(translation))) return ['begins or ends with different spaces'];
  return [];
}
