import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';

export interface Visit {
  page: Page;
  /** Ends the visit, and throws if the page has thrown or warned of anything, including its content policy. */
  close(): Promise<void>;
}

/** Without transitions a page is ready sooner; a test about motion asks for it. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };

/** The browser logs every unsuccessful answer, such as the shop's refusals. */
const REFUSED_CALL = /^Failed to load resource: /;

export interface VisitOptions {
  /**
   * Whether the window had no earlier visitor, and so an empty cache: for tests of first loads, and for changes that a
   * page cannot undo.
   */
  isFresh?: boolean;
}

/** Emptied windows that wait for their next visitor, by browser and options. */
const emptied = new WeakMap<Browser, Map<string, Page[]>>();

/**
 * Opens a page for a new visitor: nothing stored, no cart, no login. A new window costs Chromium as much as two or
 * three pages, so an earlier visitor's window is emptied and reused; only files in its cache remain.
 */
export async function openVisit(
  browser: Browser,
  options: BrowserContextOptions,
  { isFresh = false }: VisitOptions = {},
): Promise<Visit> {
  const waiting = emptiedOf(browser, options);
  const page =
    (isFresh ? undefined : waiting.pop()) ?? (await (await browser.newContext({ ...STILL, ...options })).newPage());
  // An earlier visitor may have resized the window.
  if (options.viewport) await page.setViewportSize(options.viewport);
  page.setDefaultTimeout(30_000);
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) origins.add(new URL(frame.url()).origin);
  });
  const mistakes: string[] = [];
  page.on('pageerror', (error) => mistakes.push(error.message));
  page.on('console', (message) => {
    const isMistake = message.type() === 'error' || message.type() === 'warning';
    if (isMistake && !REFUSED_CALL.test(message.text())) mistakes.push(`${message.type()}: ${message.text()}`);
  });
  onTestFailed(async () => console.error(await stateOf(page, mistakes)));
  return {
    page,
    async close() {
      if (isFresh) {
        await page.context().close();
      } else {
        await empty(page, origins);
        waiting.push(page);
      }
      assert.deepEqual(mistakes, []);
    },
  };
}

/** Describes the page for the report of a failed test, because the page no longer exists when somebody reads it. */
async function stateOf(page: Page, mistakes: readonly string[]): Promise<string> {
  const shown = page.isClosed() ? 'closed' : await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
  return [`The page at ${page.url()}:`, shown, ...mistakes].join('\n');
}

function emptiedOf(browser: Browser, options: BrowserContextOptions): Page[] {
  const ofBrowser = emptied.get(browser) ?? new Map<string, Page[]>();
  emptied.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  const pages = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, pages);
  return pages;
}

/** Removes everything that a visitor leaves behind, except an installed clock and scripts that start with the page. */
async function empty(page: Page, origins: ReadonlySet<string>): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ['framenavigated', 'pageerror', 'console', 'request', 'response', 'dialog'] as const) {
    page.removeAllListeners(event);
  }
  await Promise.all([page, context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await page.emulateMedia({ media: null });
  for (const origin of origins) {
    if (!origin.startsWith('http')) continue;
    // Any address of the shop without scripts will do.
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  }
  // The page stays at that address, because Chromium keeps the process for the next page of a shop, with its compiled
  // code.
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  const debuggee = await context.newCDPSession(page);
  await debuggee.send('Page.resetNavigationHistory');
  await debuggee.detach();
}

/**
 * Waits until an expression about the page, or its promise, is true. The debugger evaluates it, so the page's content
 * policy stays. With that policy, Playwright's `waitForFunction` fails unless its first check succeeds.
 */
export async function until(page: Page, expression: string, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await page.evaluate(`Promise.resolve(${expression}).then(Boolean)`))) {
    if (performance.now() > deadline) throw new Error(`Never true on ${page.url()}: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** Returns the focused element's name in the markup, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    `((element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim())(document.activeElement)`,
  );

/** Waits until the browser has drawn this many frames, so that what a page does before the next one is done. */
const afterFrames = (page: Page, frames: number): Promise<void> =>
  page.evaluate(
    `new Promise((done) => { const next = (left) => (left ? requestAnimationFrame(() => next(left - 1)) : done()); next(${frames}); })`,
  );

/**
 * Waits until focus stays on an element with this name or text. A closing control makes its panel take focus for a
 * frame before the right element gets it back, and a key pressed in between would be lost.
 */
export async function untilFocused(page: Page, wanted: RegExp, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  const isThere = async () => wanted.test(await focused(page));
  const stays = async () => {
    if (!(await isThere())) return false;
    await afterFrames(page, 3);
    return isThere();
  };
  while (!(await stays())) {
    if (performance.now() > deadline) assert.match(await focused(page), wanted);
    await page.waitForTimeout(50);
  }
}

/** Waits until the application has hydrated the server's markup. React marks its root; a visitor sees no difference. */
export const untilHydrated = (page: Page): Promise<void> =>
  until(
    page,
    `((root) => root?.[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))]?.stateNode.current.memoizedState.isDehydrated === false)(document.getElementById('root'))`,
  );
