import type { Page } from 'playwright-core';

/** Logs the demo's customer in. `origin` is a running demo shop, without a trailing slash. */
export async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('main').getByLabel('Email').fill('mila@example.org');
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill('dunes-at-dusk');
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: /Mila/ }).waitFor();
}

/** Puts a shirt into the cart. */
export async function addToCart(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/merchandise`);
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await page.getByText('Item added to cart.').waitFor();
}
