import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScroll } from '../../test/support/browser.ts';
import { signInAs } from '../../test/support/office-journey.ts';
import { applyLook, type Look, looksOf, sideways, sidewaysAtDoubleText } from './looks.ts';
import type { GalleryShop } from './shops.ts';
import type { State } from './state.ts';
import { switchLanguage } from './switch-language.ts';
import type { World } from './world.ts';

export interface Taken {
  name: string;
  /** Paths of the pictures below the folder, by the name of the look. */
  pictures: Record<string, string>;
  /** The findings of axe and the measurements. */
  findings: string[];
  /** Why the state could not be reached. */
  missing?: string;
}

const PAGE_TIMEOUT_MS = 40_000;
/** Widths at which a page must not scroll sideways, besides 320 px: of tablets and of small and large laptops. */
const WIDTHS = [768, 1024, 1280];

/** Reaches a state once, and takes its picture in every look. */
export async function takeState(
  {
    browser,
    world,
    folder,
    isWantedLook,
  }: { browser: Browser; world: World; folder: string; isWantedLook: (look: Look) => boolean },
  state: State,
  shop: GalleryShop,
): Promise<Taken> {
  const isPhone = state.only === 'phone';
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  try {
    await walkTo(page, state, shop, world);
    return { name: state.name, ...(await picture(page, state.name, folder, looksOf(state).filter(isWantedLook))) };
  } catch (error) {
    await page.screenshot({ path: path.join(folder, `${fileNameOf(state.name)}.missing.png`) }).catch(() => {});
    return { name: state.name, pictures: {}, findings: [], missing: String(error).slice(0, 600) };
  } finally {
    await context.close();
  }
}

async function walkTo(page: Page, state: State, shop: GalleryShop, world: World): Promise<void> {
  const token = state.as && state.as !== 'visitor' ? await world.token(state.as, shop) : undefined;
  const cart = await state.cart?.(world);
  if (token || cart) {
    await page.goto(`${shop.origin}/robots.txt`);
    const stored = { ...(token && { 'foyer.token': token }), ...(cart && { 'foyer.cart': cart }) };
    for (const [key, value] of Object.entries(stored)) {
      await page.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`);
    }
  }
  if (state.staff) await page.context().addCookies(await staffCookies(page, shop, state.staff));
  await state.before?.(page, shop);
  const address = typeof state.at === 'function' ? await state.at(world) : state.at;
  await page.goto(address.startsWith('http') ? address : shop.origin + address, { waitUntil: 'load' });
  await state.act?.(page, world);
  await page.getByText(state.sees).filter({ visible: true }).first().waitFor();
  await settle(page);
}

const signedIn = new Map<string, ReturnType<typeof signIn>>();

/** Signs each person in only once, because a code is accepted only once. */
function staffCookies(page: Page, shop: GalleryShop, person: string): ReturnType<typeof signIn> {
  const key = `${shop.origin} ${person}`;
  const cookies = signedIn.get(key) ?? signIn(page.context().browser()!, shop, person);
  signedIn.set(key, cookies);
  return cookies;
}

async function signIn(browser: Browser, shop: GalleryShop, person: string) {
  const context = await browser.newContext();
  await signInAs(context, shop.origin, person);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Loads lazy pictures, and waits for all fonts and, for up to five seconds, for all pictures. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const image of document.images) image.loading = 'eager';
    await document.fonts.ready;
    await Promise.race([
      Promise.all([...document.images].map((image) => image.complete || image.decode().catch(() => {}))),
      new Promise((resolve) => setTimeout(resolve, 5000)),
    ]);
  })()`);
}

/** Takes pictures of a page in its current state, one for each look, and lists the faults found. */
export async function picture(
  page: Page,
  name: string,
  folder: string,
  chosen: readonly Look[],
  { isDocument = false } = {},
): Promise<Pick<Taken, 'pictures' | 'findings'>> {
  const pictures: Record<string, string> = {};
  const findings: string[] = [];
  const check = async (what: string, run: () => Promise<unknown>) => {
    await run().catch((error) => findings.push(`${what}: ${String(error).slice(0, 900)}`));
  };
  let language: Look['language'];
  for (const [index, look] of chosen.entries()) {
    if (look.language && look.language !== language && !(await switchLanguage(page, look.language))) continue;
    language = look.language;
    await applyLook(page, look);
    // This comes first, because it waits until colours stop changing. Other languages have the same elements.
    if (!isDocument && !look.forcedColors && !look.language) await check(look.name, () => expectAccessible(page));
    const file = `${fileNameOf(name)}.${look.name}.png`;
    await fs.mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    // A modal fills the window, and the page behind it has its own picture.
    const isCovered = Boolean(
      await page.evaluate(`document.querySelector('[role=dialog], [role=alertdialog]')?.checkVisibility()`),
    );
    await page.screenshot({ path: path.join(folder, file), fullPage: !isCovered, scale: 'css' });
    pictures[look.name] = file;
    const isLastOfLanguage = chosen[index + 1]?.language !== look.language;
    if (!isDocument && chosen.length > 1 && isLastOfLanguage) await checkWidths(page, look.language ?? 'en', check);
  }
  return { pictures, findings };
}

async function checkWidths(
  page: Page,
  language: string,
  check: (what: string, run: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ forcedColors: 'none' });
  await check(`320 px, ${language}`, () => expectNoSidewaysScroll(page));
  for (const width of WIDTHS) {
    await check(`${width} px, ${language}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const found = await sideways(page);
      if (found) throw new Error(found);
    });
  }
  await check(`200 % text, ${language}`, async () => {
    const found = await sidewaysAtDoubleText(page);
    if (found) throw new Error(found);
  });
}

export const fileNameOf = (name: string): string =>
  name
    .split('/')
    .map((part) => part.replace(/[^\w.-]+/g, '-').toLowerCase())
    .join('/');
