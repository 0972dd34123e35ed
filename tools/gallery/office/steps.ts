import type { Page } from 'playwright-core';

/* Steps to a state of the office. They find controls by the names that staff see. A stand-in is a step too. */

type Step = (page: Page) => Promise<unknown>;

export const inOrder =
  (...steps: readonly Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

export const press =
  (name: string | RegExp, place = 0): Step =>
  (page) =>
    page.getByRole('button', { name }).nth(place).click();

/** Presses a button of the open dialog; buttons of the page behind it can have the same name. */
export const pressInDialog =
  (name: string): Step =>
  (page) =>
    page.locator('[role=dialog], [role=alertdialog]').getByRole('button', { name, exact: true }).click();

export const follow =
  (name: string | RegExp, place = 0): Step =>
  (page) =>
    page.getByRole('link', { name }).nth(place).click();

export const tick =
  (name: string | RegExp, place = 0): Step =>
  (page) =>
    page.getByRole('checkbox', { name }).nth(place).check();

export const fill =
  (label: string | RegExp, value: string): Step =>
  (page) =>
    page
      .getByLabel(label, { exact: typeof label === 'string' })
      .first()
      .fill(value);

export const choose =
  (label: string, option: string | { index: number }): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).selectOption(option);

/** Picks an option of a list that is searched. */
export const pick = (label: string, option: string): Step =>
  inOrder(fill(label, option), (page) => page.keyboard.press('Enter'));

export const until =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

const readyButton = (page: Page) => page.locator('[role=dialog] button[type=submit]:not([aria-disabled=true])').last();

/** Waits until the preview of the dialog has arrived. */
export const untilReady: Step = (page) => readyButton(page).waitFor();

/** Presses the button that does what the dialog shows. */
export const confirm: Step = (page) => readyButton(page).click();

/** Opens the search with `/` and types. */
export const searching = (typed: string): Step =>
  inOrder(
    (page) => page.keyboard.press('/'),
    (page) => page.getByRole('search').getByRole('combobox').fill(typed),
  );
