import { ENGLISH, type Language } from './language.ts';

export {
  laterText,
  type PlaceholdersOf,
} from './language.ts';

/** The language of the process, for what is not handed a `Language` yet. */
let spoken = ENGLISH;

/** From now on what is not handed a language says its texts in this one. */
export function speak(language: Language): void {
  spoken = language;
}

export const spokenLanguage = (): string => spoken.tag;
export const text: Language['text'] = (...given) => spoken.text(...given);
export const countText: Language['countText'] = (...given) => spoken.countText(...given);
export const textParts: Language['textParts'] = (...given) => spoken.textParts(...given);
export const saidText: Language['saidText'] = (sentence) => spoken.saidText(sentence);
