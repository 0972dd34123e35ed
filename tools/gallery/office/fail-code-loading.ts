import type { Page } from 'playwright-core';

/** Goes from a loaded page to one whose code cannot be loaded. Other code can, such as the texts of a language. */
export async function failCodeLoading(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route('**/office/assets/sales-report-page-*.js', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Reports' }).click();
}
