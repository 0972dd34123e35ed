import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export interface Visit {
  page: Page;
  /** Ends the visit, and throws if the page itself threw or warned anything meanwhile, its content policy included. */
  close(): Promise<void>;
}

/** The browser writes a line for every answer that is no success. The shop's refusals are such answers. */
const REFUSED_CALL = /^Failed to load resource: /;

/** A visitor of their own: nothing stored, no cart, no login. */
export async function openVisit(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const mistakes: string[] = [];
  page.on('pageerror', (error) => mistakes.push(error.message));
  page.on('console', (message) => {
    const isMistake = message.type() === 'error' || message.type() === 'warning';
    if (isMistake && !REFUSED_CALL.test(message.text())) mistakes.push(`${message.type()}: ${message.text()}`);
  });
  return {
    page,
    async close() {
      await context.close();
      assert.deepEqual(mistakes, []);
    },
  };
}

/** Waits until an expression about the page is true. By the debugger, so that the page's content policy stays as it is. */
export async function until(page: Page, expression: string, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await page.evaluate(`Boolean(${expression})`))) {
    if (performance.now() > deadline) throw new Error(`Never true on ${page.url()}: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** What has focus: its name as it stands in the markup, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    `((element) => (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent).trim())(document.activeElement)`,
  );

/** Waits until focus is on something with this name or text. */
export async function untilFocused(page: Page, wanted: RegExp, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!wanted.test(await focused(page))) {
    if (performance.now() > deadline) assert.match(await focused(page), wanted);
    await page.waitForTimeout(50);
  }
}
