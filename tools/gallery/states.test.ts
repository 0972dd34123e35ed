import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { payment } from '#features/orders/contract.ts';
import { orderTransitions } from '#features/orders/domain/order-status.ts';
import { refundTransitions } from '#features/refunds/domain/refund-status.ts';
import { matchRoute, routes } from '#features/shop-config/domain/routes.ts';
import { itemTransitions } from '#features/tickets/domain/item-status.ts';
import { MANUAL_PICTURES } from './office/manual-pictures.ts';
import { PAGES } from './office/page-states.ts';
import { officeStates } from './office/states.ts';
import { primitiveNames } from './primitives-server.ts';
import { shopStates } from './shop/states.ts';
import { fileNameOf } from './take-state.ts';
import type { World } from './world.ts';

const shown = new Set(shopStates.flatMap(({ shows }) => shows ?? []));

test.each([
  ['order', Object.keys(orderTransitions)],
  ['refund', Object.keys(refundTransitions)],
  ['item', Object.keys(itemTransitions)],
  ['instalment', [...payment.shape.payment_status.options, 'due', 'overdue', 'refund', 'refunded']],
])('every status of the kind %s is shown in a state of the gallery', (kind, statuses) => {
  expect(statuses.filter((status) => !shown.has(`${kind}:${status}`))).toEqual([]);
});

test('every page of the shop has a state', async () => {
  const codes = {
    payPath: () => '/payment-plan-payment/a/b/c',
    termsPath: () => '/accept-tcs/a/b',
    ticket: () => 't',
  } as unknown as World;
  const addresses = await Promise.all(shopStates.map(({ at }) => (typeof at === 'function' ? at(codes) : at)));
  const reached = new Set(addresses.map((at) => matchRoute(new URL(at, 'http://x').pathname, 'ambassadors')?.name));
  expect(Object.keys(routes).filter((name) => !reached.has(name as keyof typeof routes))).toEqual([]);
});

describe('the office', () => {
  const text = fs.readFileSync(path.resolve('src/apps/office/pages.tsx'), 'utf8');
  const paths = [...text.matchAll(/page\('([^']+)'/g)].map(([, found]) => found!);

  test('shows every page', () => {
    expect(paths.length).toBeGreaterThan(10);
    const shownAt = officeStates.map(({ at }) =>
      String(at)
        .replace(/\?.*/, '')
        .replace(/^\/office/, ''),
    );
    const isShown = (one: string) => shownAt.some((at) => new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`).test(at));
    expect(paths.filter((one) => !isShown(one))).toEqual([]);
  });

  test('shows every page while it loads and when it fails', () => {
    const pictured = PAGES.map(({ path }) => path);
    expect(paths.filter((one) => !pictured.includes(one))).toEqual([]);
    expect(pictured.filter((one) => !paths.includes(one))).toEqual([]);
  });

  test('has a manual whose pictures all come from the gallery, are small and in use', () => {
    const names = new Set(officeStates.map(({ name }) => name));
    expect(Object.values(MANUAL_PICTURES).filter((state) => !names.has(`office/${state}`))).toEqual([]);
    const pages = fs.readdirSync('docs/office').map((file) => fs.readFileSync(path.join('docs/office', file), 'utf8'));
    const shown = [...pages.join('').matchAll(/pictures\/office\/([\w-]+)\.png/g)].map(([, name]) => name!);
    expect([...new Set(shown)].sort()).toEqual(Object.keys(MANUAL_PICTURES).sort());
    const files = fs.readdirSync('docs/pictures/office');
    expect(files.sort()).toEqual(
      Object.keys(MANUAL_PICTURES)
        .map((name) => `${name}.png`)
        .sort(),
    );
    const bytes = files.map((file) => fs.statSync(path.join('docs/pictures/office', file)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000);
  });

  test('has a manual whose index leads to every page', () => {
    const index = fs.readFileSync('docs/office.md', 'utf8');
    expect(fs.readdirSync('docs/office').filter((file) => !index.includes(`(office/${file})`))).toEqual([]);
  });

  test.each([
    ['order', Object.keys(orderTransitions)],
    ['refund', Object.keys(refundTransitions)],
    ['item', Object.keys(itemTransitions)],
    ['instalment', payment.shape.payment_status.options],
  ])('shows every status of the kind %s on the page of an order', (kind, statuses) => {
    const onOrders = new Set(officeStates.flatMap(({ shows }) => shows ?? []));
    expect(statuses.filter((status) => !onOrders.has(`${kind}:${status}`))).toEqual([]);
  });
});

test('no two states have their pictures in the same file', () => {
  const files = [...shopStates, ...officeStates].map(({ name }) => fileNameOf(name));
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

/** Parts of other primitives, whose pictures show them too. */
const PARTS_OF_OTHERS = [
  'card-logos',
  'fact-line',
  'form-field',
  'language',
  'line-icon',
  'link',
  'modules-picture',
  'picture',
  'shop-settings',
  'skeleton',
  'toast-region',
  'tone-shape',
  'wizard-page',
];

test('every primitive has a state', () => {
  const ui = path.resolve('src/ui');
  const gallery = path.resolve('src/apps/gallery');
  const text = fs
    .readdirSync(gallery)
    .map((file) => fs.readFileSync(path.join(gallery, file), 'utf8'))
    .join('\n');
  const primitives = fs
    .readdirSync(ui)
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .map((file) => path.basename(file, '.tsx'));
  expect(primitives.filter((name) => !PARTS_OF_OTHERS.includes(name) && !text.includes(`#ui/${name}.tsx`))).toEqual([]);
  expect(primitiveNames()).toEqual(expect.arrayContaining(['Button', 'Dialog', 'Dialog, long', 'Toast', 'BottomBar']));
});
