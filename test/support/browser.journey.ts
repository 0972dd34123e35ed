import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, workerBrowser } from './browser.ts';
import { openVisit } from './visit.ts';

let page: Page;

beforeAll(async () => {
  page = await (await workerBrowser()).newPage();
});
afterAll(() => page.close());

const show = (body: string) =>
  page.setContent(
    `<!doctype html><html lang="en"><head><title>t</title></head><body><main>${body}</main></body></html>`,
  );

test('a correct page passes, and the result has the number of rules applied', async () => {
  await show('<h1>Tickets</h1><label>Name <input></label>');
  const passed = await expectAccessible(page);
  assert.ok(passed > 5, `${passed} rules`);
  await expectNoSidewaysScroll(page);
});

test('a field without a label and pale text are violations', async () => {
  await show('<h1>Tickets</h1><input>');
  await assert.rejects(expectAccessible(page), /label: /);
  await show('<h1>Tickets</h1><p style="color:#bbb;background:#fff">pale</p>');
  await assert.rejects(expectAccessible(page), /color-contrast: /);
});

test('a box wider than the narrowest window is found', async () => {
  await show('<h1>Tickets</h1><div class="wide" style="width:400px">x</div>');
  await assert.rejects(expectNoSidewaysScroll(page), /div\.wide/);
  assert.equal(page.viewportSize()?.width, 1280);
});

test('after a visitor who resized the window, the next one gets the requested size', async () => {
  const first = await openVisit(await workerBrowser(), DESKTOP);
  await first.page.setViewportSize({ width: 390, height: 844 });
  await first.close();
  const next = await openVisit(await workerBrowser(), DESKTOP);
  assert.equal(next.page, first.page, 'the window is reused');
  assert.equal(next.page.viewportSize()?.width, 1280);
  await next.close();
});
