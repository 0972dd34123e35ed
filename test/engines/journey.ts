import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { type EngineName, findEngine } from '../../tools/set-up/find-engines.mjs';
import { type ShopProcess, startShop } from '../support/server.ts';
import { type Visitor, visitorOf } from './visitor.ts';
import { openWindow, type WindowOptions } from './window.ts';

export const BOTH: readonly EngineName[] = ['firefox', 'webkit'];

export const PHONE: WindowOptions = { width: 390, height: 844 };

let shop: ShopProcess;

export function givenShop(): void {
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(async () => {
    await shop?.stop();
  });
}

/** Runs one test in each engine, concurrently. Skips engines that are not installed. */
export function journey(
  name: string,
  engines: readonly EngineName[],
  run: (visitor: Visitor, shop: ShopProcess) => Promise<void>,
  options: WindowOptions = {},
): void {
  for (const engine of engines) {
    test.skipIf(!findEngine(engine)).concurrent(`${name} (${engine})`, async () => {
      const window = await openWindow(engine, options);
      try {
        await run(visitorOf(window, shop.url), shop);
        assert.deepEqual(window.errors, []);
      } finally {
        await window.close();
      }
    });
  }
}
