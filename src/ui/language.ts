import { createContext, createElement, Fragment, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { Language, PartsOf } from '#kernel/language.ts';

/** A language whose texts can contain elements. */
export interface ScreenLanguage extends Language {
  /** See `textParts`: `textNodes('Read our <terms>terms</terms>.', { terms: (words) => <a…>{words}</a> })`. */
  textNodes<const Text extends string>(english: Text, parts: PartsOf<Text, ReactNode>): ReactElement;
}

const screenLanguage = (language: Language): ScreenLanguage => ({
  ...language,
  textNodes: (english, parts) =>
    createElement(Fragment, null, ...language.textParts<ReactNode, typeof english>(english, parts)),
});

const Context = createContext<ScreenLanguage | null>(null);

/** Wraps the application once, with the language that the page was rendered in. */
export function LanguageProvider({ value, children }: { value: Language; children: ReactNode }) {
  const language = useMemo(() => screenLanguage(value), [value]);
  return createElement(Context, { value: language }, children);
}

/**
 * Gives components their language: `const { text } = useLanguage()`. Throws without a provider: a default would hide the
 * mistake and show English to everybody.
 */
export function useLanguage(): ScreenLanguage {
  const language = useContext(Context);
  if (!language) throw new Error('No LanguageProvider above');
  return language;
}
