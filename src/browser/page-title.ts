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

/** `<page> · <shop>`, with `Error: ` before it while a form has errors; the shop's name alone on the home page. */
export const documentTitle = (language: Language, page: string, shop: string, inError: boolean): string =>
  `${inError ? errorMark(language) : ''}${[page, shop].filter(Boolean).join(' · ')}`;

const write = (language: Language): void => {
  // Before any page has named itself, the title of the HTML stands.
  const [page, shop] =
    pageTitle || shopName ? [pageTitle, shopName] : [document.title.replace(errorMark(language), ''), ''];
  document.title = documentTitle(language, page, shop, formsInError > 0);
};

/** Says that a form has errors until the returned function is called. */
export function markTitleWithError(language: Language): () => void {
  formsInError += 1;
  write(language);
  return () => {
    formsInError -= 1;
    write(language);
  };
}

/**
 * The title of a page, set by the page itself once it has what it shows. After a navigation this also ends the arrival:
 * focus moves to the page's heading and the title is said once.
 */
export function usePageTitle(page: string, shop: string): void {
  const language = useLanguage();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may bear the same title; each arrival counts.
  useEffect(() => {
    pageTitle = page;
    shopName = shop;
    write(language);
    completeArrival(() => announce(page || shop));
  }, [page, shop, pathname]);
}
