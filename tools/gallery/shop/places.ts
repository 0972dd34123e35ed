import type { Page } from 'playwright-core';
import type { World } from '../world.ts';
import * as step from './steps.ts';

/* Addresses, carts and button presses that the states of several screens share. */

export const order = (suffix: string) => `/portal/orders/SLK-${suffix}`;
export const refund = (suffix: string, number: number) => `/portal/refunds/SLK-${suffix}-R${number}`;
export const manage = (suffix: string) => (world: World) =>
  `${order(suffix)}/manage-ticket/${world.ticket(suffix, 'Festival Pass, four days')}`;
export const gate = (suffix: string) => `/portal/tickets/SLK-${suffix}`;
export const press = (name: string | RegExp) => (page: Page) => step.press(page, name);

export const pass = { code: 'sandlark-pass' };
export const shirt = { code: 'lark-tee-m', isMerchandise: true };
export const brussels = { code: 'coach-brussels', hasAge: false };
export const holding =
  (...items: Parameters<World['cart']>[0][number][]) =>
  (world: World) =>
    world.cart(items);
export const endingIn = (seconds: number) => (world: World) => world.cart([pass, shirt], seconds);
