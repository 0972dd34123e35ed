import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Language } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { announce } from './announcer.ts';
import { completeArrival } from './route-arrival.ts';

const errorMark = ({ text }: Language): string => `${text('Error:')} `;

let pageTitle = '';
let shopName = '';
let formsInError = 0;

/** Returns `<page> · <shop>`, after `Error: ` if a form has errors; only the shop's name on the home page. */
export const documentTitle = (language: Language, page: string, shop: string, inError: boolean): string =>
  `${inError ? errorMark(language) : ''}${[page, shop].filter(Boolean).join(' · ')}`;

const write = (language: Language): void => {
  // Until a page sets its title, the title is that of the HTML.
  const [page, shop] =
    pageTitle || shopName ? [pageTitle, shopName] : [document.title.replace(errorMark(language), ''), ''];
  document.title = documentTitle(language, page, shop, formsInError > 0);
};

/** Adds `Error: ` to the title until the returned function is called. */
export function markTitleWithError(language: Language): () => void {
  formsInError += 1;
  write(language);
  return () => {
    formsInError -= 1;
    write(language);
  };
}

/**
 * Sets the title. Every page calls it once its data is there; after a navigation it moves focus to the heading and
 * announces the title.
 */
export function usePageTitle(page: string, shop: string): void {
  const language = useLanguage();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have the same title, and each arrival counts.
  useEffect(() => {
    pageTitle = page;
    shopName = shop;
    write(language);
    completeArrival(() => announce(page || shop));
  }, [page, shop, pathname]);
}
