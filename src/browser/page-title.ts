import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { text } from '#kernel/text.ts';
import { announce } from './announcer.ts';
import { completeArrival } from './route-arrival.ts';

const errorMark = (): string => `${text('Error:')} `;

let pageTitle = '';
let shopName = '';
let formsInError = 0;

/** `<page> · <shop>`, with `Error: ` before it while a form has errors; the shop's name alone on the home page. */
export const documentTitle = (page: string, shop: string, inError: boolean): string =>
  `${inError ? errorMark() : ''}${[page, shop].filter(Boolean).join(' · ')}`;

const write = (): void => {
  // Before any page has named itself, the title of the HTML stands.
  const [page, shop] = pageTitle || shopName ? [pageTitle, shopName] : [document.title.replace(errorMark(), ''), ''];
  document.title = documentTitle(page, shop, formsInError > 0);
};

/** Says that a form has errors until the returned function is called. */
export function markTitleWithError(): () => void {
  formsInError += 1;
  write();
  return () => {
    formsInError -= 1;
    write();
  };
}

/**
 * The title of a page, set by the page itself once it has what it shows. After a navigation this also ends the arrival:
 * focus moves to the page's heading and the title is said once.
 */
export function usePageTitle(page: string, shop: string): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may bear the same title; each arrival counts.
  useEffect(() => {
    pageTitle = page;
    shopName = shop;
    write();
    completeArrival(() => announce(page || shop));
  }, [page, shop, pathname]);
}
