import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DESKTOP, expectAccessible, expectGoodPage, PHONE, workerBrowser } from '../support/browser.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { lowTapAreas } from '../support/tap-areas.ts';
import { openVisit, until, untilFocused, untilHydrated } from '../support/visit.ts';

let shop: ShopProcess;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([startShop(), workerBrowser()]);
});
afterAll(async () => {
  await shop?.stop();
});

const pathOf = (page: Page): string => page.url().slice(shop.url.length);
const untilAt = (page: Page, path: string) =>
  until(page, `location.pathname + location.search === ${JSON.stringify(path)}`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function logIn(page: Page): Promise<void> {
  await page.goto(`${shop.url}/login`);
  await page.getByRole('main').getByLabel('Email').fill('mila@example.org');
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill('dunes-at-dusk');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: /Mila/ }).waitFor();
}

// A page that hydrates into something other than the server's markup throws, and the visit fails at its end.
describe('every public page fits, is accessible, easy to tap and hydrates, on every kind of screen', () => {
  const paths = [
    '/',
    '/tickets',
    '/tickets?type=transport&stock=all',
    '/tickets/coach-amsterdam',
    '/tickets/sandlark-pass-plan',
    '/tickets/sunday',
    '/merchandise/lark-tee-m',
    '/faqs',
    '/ambassadors',
    '/login',
  ];
  test.each([
    { device: 'desktop', options: DESKTOP, colorScheme: 'light' as const },
    { device: 'phone', options: PHONE, colorScheme: 'dark' as const },
  ])('$device, $colorScheme', async ({ options, colorScheme }) => {
    const visit = await openVisit(browser, { ...options, colorScheme });
    for (const path of paths) {
      await visit.page.goto(shop.url + path);
      await untilHydrated(visit.page);
      await expectGoodPage(visit.page);
      if (options.hasTouch) assert.deepEqual(await lowTapAreas(visit.page), [], path);
    }
    await visit.close();
  });
});

test('browsing keeps title, focus, scroll position and address right, and one call loads the rest', async () => {
  const visit = await openVisit(browser, DESKTOP);
  const { page } = visit;
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(new URL(request.url()).pathname);
  });
  await page.goto(`${shop.url}/`);
  await page.waitForLoadState('networkidle');
  assert.equal(await page.title(), 'Sandlark');
  assert.deepEqual(calls, [], 'a page from the server needs no call');

  await page.mouse.wheel(0, 600);
  await mainMenu(page).getByRole('link', { name: 'Tickets' }).click();
  // The link in the menu, which had focus before, has the same name.
  await until(page, `document.activeElement.matches('h1') && document.activeElement.textContent === 'Tickets'`);
  await until(page, `document.title === 'Tickets · Sandlark'`);
  await until(page, 'scrollY === 0');
  await page.getByText('10 items').waitFor();

  await page.getByLabel('Type').selectOption({ label: 'Coaches' });
  await untilAt(page, '/tickets?type=transport');
  await page.getByText('3 items').first().waitFor();
  await page.getByLabel('Availability').selectOption({ label: 'In stock only' });
  await untilAt(page, '/tickets?type=transport&stock=in');

  await page.mouse.wheel(0, 250);
  await until(page, 'scrollY > 100');
  const place = await page.evaluate<number>('scrollY');
  await page.getByRole('link', { name: 'Coach from Cologne, return', exact: true }).click();
  await heading(page, 'Coach from Cologne, return').waitFor();
  await until(page, 'scrollY === 0');
  await page.goBack();
  await heading(page, 'Tickets').waitFor();
  await until(page, `Math.abs(scrollY - ${place}) < 3`);
  await untilAt(page, '/tickets?type=transport&stock=in');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await untilAt(page, '/tickets');
  await page.getByRole('link', { name: /^Out of Stock See what is left/ }).click();
  await untilAt(page, '/tickets/sunday');
  await page.getByRole('heading', { name: 'Still available' }).waitFor();
  assert.deepEqual(calls, ['/api/get-data']);
  await visit.close();
});

test('server and browser redirect a visitor to the same pages', async () => {
  const visit = await openVisit(browser, DESKTOP);
  const { page } = visit;
  for (const [requested, reached, sentence] of [
    ['/nothing', '/', 'The page you were looking for does not exist.'],
    ['/tickets/none', '/tickets', 'The item you were looking for is not on sale.'],
    ['/portal', '/login?from=%2Fportal'],
    ['/checkout', '/login?from=%2Fcheckout'],
    ['/portal/orders/SLK-NONE', '/login?from=%2Fportal%2Forders%2FSLK-NONE'],
  ] as const) {
    await page.goto(shop.url + requested);
    await untilAt(page, reached);
    if (sentence) await page.getByRole('main').getByText(sentence).waitFor();
    await page.goto(`${shop.url}/faqs`);
    await untilHydrated(page);
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(requested)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await untilAt(page, reached);
    if (sentence) await page.getByRole('main').getByText(sentence).waitFor();
  }
  await visit.close();
});

test('before the data is there, no page shows a customer what visitors see', async () => {
  const visit = await openVisit(browser, DESKTOP);
  const { page } = visit;
  await logIn(page);
  let letDataCome = Promise.withResolvers<void>();
  await page.route('**/api/get-data', async (route) => {
    await letDataCome.promise;
    await route.continue();
  });
  await page.goto(`${shop.url}/tickets`, { waitUntil: 'commit' });
  await heading(page, 'Tickets').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Log in' }).isVisible(), false);
  await untilHydrated(page);
  assert.equal(await page.getByRole('button', { name: 'Log in' }).isVisible(), false);
  letDataCome.resolve();
  await page.getByRole('button', { name: /Mila/ }).waitFor();

  letDataCome = Promise.withResolvers<void>();
  await page.goto(`${shop.url}/portal`, { waitUntil: 'commit' });
  await page.getByText('Loading the shop').waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('main').count(), 0);
  letDataCome.resolve();
  await heading(page, 'My orders').waitFor();

  await page.unroute('**/api/get-data');
  await page.goto(`${shop.url}/login`);
  await untilAt(page, '/');
  await visit.close();
});

test('logging out in the portal leads home, and a lost login to the login page and back', async () => {
  const visit = await openVisit(browser, DESKTOP);
  const { page } = visit;
  await logIn(page);
  await page.goto(`${shop.url}/portal`);
  await page.getByRole('button', { name: /Mila/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).waitFor();
  assert.equal(pathOf(page), '/');

  await page.evaluate(`localStorage.setItem('foyer.token', 'of nobody')`);
  await page.goto(`${shop.url}/portal`);
  await untilAt(page, '/login?from=%2Fportal');
  await visit.close();
});

test('each question of the FAQs opens its answer', async () => {
  const visit = await openVisit(browser, PHONE);
  const { page } = visit;
  await page.goto(`${shop.url}/faqs`);
  await untilHydrated(page);
  const answer = page.getByText('As soon as your order is paid, in the portal and by email.');
  assert.equal(await answer.isVisible(), false);
  await page.getByRole('heading', { level: 2, name: 'When do I get my ticket?' }).click();
  await answer.waitFor();
  await expectGoodPage(page);
  await visit.close();
});

test('a page whose data does not load says so and offers to try again', async () => {
  const visit = await openVisit(browser, DESKTOP);
  const { page } = visit;
  await page.route('**/api/get-data', (route) => route.fulfill({ status: 500, body: '{"message":"no"}' }));
  await page.goto(`${shop.url}/portal`);
  await heading(page, 'The shop could not be loaded').waitFor();
  await page.goto(`${shop.url}/faqs`);
  await untilHydrated(page);
  await mainMenu(page).getByRole('link', { name: 'Merchandise' }).click();
  await heading(page, 'The shop could not be loaded').waitFor();
  await page.unroute('**/api/get-data');
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Merchandise').waitFor();
  await visit.close();
});

test('a page whose code does not load says so and offers to load it again', async () => {
  // React logs errors that its boundary caught, so this visit does not require a silent console.
  const page = await browser.newPage(DESKTOP);
  await page.goto(`${shop.url}/faqs`);
  await untilHydrated(page);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.evaluate(`history.pushState({}, '', '/register'); dispatchEvent(new PopStateEvent('popstate'))`);
  await heading(page, 'This page could not be shown').waitFor();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await heading(page, 'Register').waitFor();
  await page.close();
});

test('with text of twice the size, cards on a phone are stacked, and no price is broken', async () => {
  const visit = await openVisit(browser, PHONE, { isFresh: true });
  const { page } = visit;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.goto(`${shop.url}/tickets`);
  const prices = await page
    .getByRole('main')
    .getByText(/^€\d+\.\d\d$/)
    .evaluateAll((all) =>
      all.map((price) => {
        const characters = price.ownerDocument.createRange();
        characters.selectNodeContents(price);
        return {
          left: price.getBoundingClientRect().left,
          lines: new Set([...characters.getClientRects()].map(({ top }) => top)).size,
        };
      }),
    );
  assert.ok(prices.length > 5);
  assert.deepEqual(new Set(prices.map(({ left }) => left)).size, 1);
  assert.deepEqual(
    prices.filter(({ lines }) => lines !== 1),
    [],
  );
  await visit.close();
});

test('on a phone, the last of five featured items fills its row, and navigation closes the menu', async () => {
  const visit = await openVisit(browser, PHONE);
  const { page } = visit;
  await page.goto(`${shop.url}/`);
  await untilHydrated(page);
  const featured = page.getByRole('region', { name: 'Featured Products' }).getByRole('list');
  const cards = featured.locator(':scope > li');
  assert.equal(await cards.count(), 5);
  const widthOf = async (part: Locator): Promise<number> => Math.round((await part.boundingBox())!.width);
  assert.equal(await widthOf(cards.last()), await widthOf(featured));
  assert.ok((await widthOf(cards.first())) < (await widthOf(featured)) / 2);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).tap();
  await menu.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await untilFocused(page, /^Menu$/);
  await page.getByRole('button', { name: 'Menu' }).tap();
  await menu.getByRole('link', { name: 'Merchandise' }).tap();
  await heading(page, 'Merchandise').waitFor();
  await menu.waitFor({ state: 'hidden' });
  await visit.close();
});
