import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium, findHeadlessShell } from '../../tools/set-up/find-chromium.mjs';

/** The two sizes that every screen is designed for, and the narrowest that it must still fit. */
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const NARROWEST = 320;

/**
 * Features of a desktop browser that start a process for every new window, which is most of the cost of a visit: pages
 * behind the address bar, a spare page. Chromium uses only the last such list, so this one repeats Playwright's.
 */
const FEATURES_OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
];

/** Launches a separate Chromium, the full browser unless another program is named. The caller closes it. */
export async function launchBrowser(
  executablePath = findChromium(),
  { flags = [] }: { flags?: readonly string[] } = {},
): Promise<Browser> {
  if (!executablePath) throw new Error('There is no Chromium on this machine; `npm test` installs one.');
  return await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
      `--disable-features=${FEATURES_OFF.join(',')}`,
    ],
  });
}

/** Decoding and painting pictures takes a sixth of the time of a page. */
const WITHOUT_PICTURES = '--blink-settings=imagesEnabled=false';

let sharedBrowser: Promise<Browser> | undefined;

/**
 * Vitest's worker keeps promises here that it awaits before it ends. Its public form is only for fixtures of tests, not
 * for hooks around them.
 */
declare const __vitest_worker__: { onCleanup(end: () => Promise<void>): void };

/**
 * Returns the Chromium that a worker's test files share, if possible the headless shell. It loads no pictures. The
 * worker closes it.
 */
export function workerBrowser(): Promise<Browser> {
  sharedBrowser ??= launchBrowser(findHeadlessShell(), { flags: [WITHOUT_PICTURES] }).then((browser) => {
    __vitest_worker__.onCleanup(() => browser.close());
    return browser;
  });
  return sharedBrowser;
}

/** Launches a separate browser like `workerBrowser`, with pictures. The caller closes it. */
export const browserWithPictures = (): Promise<Browser> => launchBrowser(findHeadlessShell());

/** WCAG 2.2 AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The minified file, which a browser parses in a fraction of the time, once in each document. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeAnswer {
  /** How many rules applied and found no violation. */
  passed: number;
  violations: { id: string; help: string; targets: string[]; summary: string }[];
}

/**
 * Runs axe over the page, or over the part that the CSS selector `within` names. Throws if it finds a violation, with
 * the rule and the places, or if no rule applied. Returns the number of rules passed.
 */
export async function expectAccessible(page: Page, within?: string): Promise<number> {
  await untilStill(page);
  // The debugger evaluates this, so that the page's content policy stays as in production.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE);
  const answer: AxeAnswer = await page.evaluate(`
    // Transitions are switched off, because one that begins while axe looks would be measured halfway.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(still);
    axe.run(${JSON.stringify(within ?? null)} ?? document, {
      runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} },
      // Details of passed rules are left out: a selector for every element takes a third of the time.
      resultTypes: ['violations'],
    }).then((result) => ({
      passed: result.passes.length,
      violations: result.violations.map((rule) => ({
        id: rule.id,
        help: rule.help,
        targets: rule.nodes.map((node) => node.target.join(' ')),
        summary: rule.nodes[0]?.failureSummary ?? '',
      })),
    })).finally(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
    })`);
  if (answer.violations.length > 0) {
    const list = answer.violations.map(
      (rule) => `${rule.id}: ${rule.help}\n  at ${rule.targets.slice(0, 5).join('\n  at ')}\n  ${rule.summary}`,
    );
    throw new Error(`${page.url()} has ${list.length} accessibility violations:\n${list.join('\n')}`);
  }
  if (answer.passed === 0) throw new Error(`axe found nothing to check on ${page.url()}`);
  return answer.passed;
}

/** Waits for the end of transitions, because colours in the middle of one would be measured. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(`Promise.race([
    Promise.allSettled(
      document.getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished)
    ),
    new Promise((resolve) => setTimeout(resolve, 1500)),
  ]).then(() => undefined)`);
}

/** Throws if the page scrolls sideways at 320 px, naming the elements that stick out. Restores the window's size. */
export async function expectNoSidewaysScroll(page: Page, { textSize = '' } = {}): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: NARROWEST, height: before?.height ?? 800 });
  await page.evaluate(`document.documentElement.style.fontSize = '${textSize}'`);
  const found: { width: number; culprits: string[] } = await page.evaluate(`
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
      const edge = document.documentElement.clientWidth;
      const name = (element) => element.tagName.toLowerCase() + (element.id ? '#' + element.id : '') + [...element.classList].map((name) => '.' + name).join('');
      const culprits = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > edge + 0.5);
      resolve({ width: document.documentElement.scrollWidth, culprits: culprits.slice(0, 8).map(name) });
    })))`);
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  if (before) await page.setViewportSize(before);
  if (found.width > NARROWEST) {
    throw new Error(
      `${page.url()} is ${found.width} px wide in a window of ${NARROWEST} px: ${found.culprits.join(', ')}`,
    );
  }
}

export async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}
