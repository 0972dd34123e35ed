import type { Page } from 'playwright-core';
import { untilLoggedIn } from './steps.ts';

/* Steps in the dialog that asks who a ticket is for. */

export async function personalise(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Personalise your ticket' }).waitFor();
}

export async function personaliseAsMila(page: Page): Promise<void> {
  await untilLoggedIn(page);
  await personalise(page);
}

export async function personaliseNamed(page: Page): Promise<void> {
  await personalise(page);
  await page.getByLabel('Full name').fill('Noor de Wit');
  await page.getByLabel('Email').fill('noor@example.org');
}

const sendHolder = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Add to cart' }).click();

export async function sendEmpty(page: Page): Promise<void> {
  await personalise(page);
  await sendHolder(page);
}

export async function failAdd(page: Page): Promise<void> {
  await page.route('**/api/add-product-to-cart', (route) => route.abort());
  await personaliseNamed(page);
  await page.getByRole('dialog').getByLabel('Age').selectOption({ index: 3 });
  await sendHolder(page);
}

/** Sells the last seat of every travel time while the dialog opens. */
export async function personaliseWithoutSeats(page: Page): Promise<void> {
  await page.route('**/api/get-shop-item', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const time of answer.item.travel_times) time.remaining = 0;
    await route.fulfill({ response, json: answer });
  });
  await personalise(page);
}

/** Offers eight coaches, an hour apart, on each of three days. */
export async function personaliseAmongMany(page: Page): Promise<void> {
  await page.route('**/api/get-shop-item', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const first = Date.parse(answer.item.travel_times[0].travel_time);
    answer.item.travel_times = Array.from({ length: 24 }, (_, index) => ({
      id: String(index),
      travel_time: new Date(first + (Math.floor(index / 8) * 24 + (index % 8)) * 3_600_000).toISOString(),
      remaining: (index * 5) % 12,
    }));
    await route.fulfill({ response, json: answer });
  });
  await personalise(page);
}

/** Sells the last ticket to somebody else while its holder is typed in. */
export async function soldOutWhileTyping(page: Page): Promise<void> {
  await page.route('**/api/add-product-to-cart', (route) =>
    route.fulfill({ status: 409, json: { message: 'Sorry, this item is sold out.' } }),
  );
  await page.route('**/api/get-shop-item', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, item: { ...answer.item, in_stock: false, stock_level: 0 } } });
  });
  await personaliseNamed(page);
  await page.getByRole('dialog').getByLabel('Age').selectOption({ index: 3 });
  await sendHolder(page);
}

/** Fills in the tickets of two people of a group. */
export async function personaliseGroup(page: Page): Promise<void> {
  await personalise(page);
  const dialog = page.getByRole('dialog');
  for (const [count, name] of ['Noor de Wit', 'Finn Vos'].entries()) {
    await dialog.getByLabel('Full name').fill(name);
    await dialog.getByLabel('Email').fill('noor@example.org');
    await dialog.getByLabel('Age').selectOption({ index: 3 });
    await dialog.getByRole('button', { name: 'Add another ticket' }).click();
    await dialog.getByText(`${count + 1} ticket`).waitFor();
  }
}

/** Adds a ticket on its own page. */
export async function addHere(page: Page): Promise<void> {
  await personaliseNamed(page);
  await page.getByRole('dialog').getByLabel('Age').selectOption({ index: 3 });
  await sendHolder(page);
  await page.getByRole('dialog', { name: 'Personalise your ticket' }).waitFor({ state: 'hidden' });
}
