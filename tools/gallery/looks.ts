import type { Page } from 'playwright-core';
import { untilStill } from '../../test/support/browser.ts';
import type { State } from './state.ts';

/** A window, colours and language in which a state is pictured. */
export interface Look {
  name: string;
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
  /** The system's own colours instead of the shop's. */
  forcedColors?: boolean;
  /** The language of the member of staff, if it is not the shop's. */
  language?: 'de' | 'hr';
}

/** The looks of the shop, the mails and the primitives. */
export const looks: readonly Look[] = [
  { name: 'light-390', width: 390, height: 844, colorScheme: 'light' },
  { name: 'dark-390', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'light-1280', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'dark-1280', width: 1280, height: 900, colorScheme: 'dark' },
  { name: 'forced-1280', width: 1280, height: 900, colorScheme: 'light', forcedColors: true },
];

/** The office is in the language of each member of staff, so its looks include the languages with longer texts. */
const officeLooks: readonly Look[] = [
  ...looks,
  { name: 'de-390', width: 390, height: 844, colorScheme: 'light', language: 'de' },
  { name: 'de-1280', width: 1280, height: 900, colorScheme: 'light', language: 'de' },
  { name: 'hr-390', width: 390, height: 844, colorScheme: 'dark', language: 'hr' },
  { name: 'hr-1280', width: 1280, height: 900, colorScheme: 'light', language: 'hr' },
];

const PLAIN = ['light-390', 'light-1280', 'dark-1280', 'de-390'];

export const lookNames: readonly string[] = officeLooks.map(({ name }) => name);

export function looksOf({ only, isOffice, isPlain }: Pick<State, 'only' | 'isOffice' | 'isPlain'>): readonly Look[] {
  const all = isOffice ? officeLooks : looks;
  return all.filter(
    ({ name, width }) =>
      (!only || (only === 'phone' ? width < 480 : width >= 960)) && (!isPlain || PLAIN.includes(name)),
  );
}

export async function applyLook(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: look.colorScheme,
    forcedColors: look.forcedColors ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await page.setViewportSize({ width: look.width, height: look.height });
  // This returns sticky elements to their initial position and gives scripts time to measure.
  await page.evaluate(
    `scrollTo(0, 0); new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`,
  );
  // Buttons fade from the colours of the look before.
  await untilStill(page);
}

/** Returns a finding if the page scrolls sideways, otherwise null. */
export const sideways = (page: Page): Promise<string | null> =>
  page.evaluate(`
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      resolve(scrollWidth > clientWidth ? scrollWidth + ' px wide in a window of ' + clientWidth + ' px' : null);
    })))`);

/** The same with the page's text at twice the size, as set in a browser (WCAG 1.4.4). */
export async function sidewaysAtDoubleText(page: Page): Promise<string | null> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const found = await sideways(page);
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  return found;
}
