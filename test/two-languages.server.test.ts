import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadRenderer } from '#apps/server/pages/renderer.ts';
import { createVisitorBundles } from '#apps/server/visitor-bundles.ts';
import { PROJECT_FOLDER } from '#platform/config/config.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

// Two shops in one process, called alternately: each answers in its own language.

let english: ShopApp;
let german: ShopApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-two-languages-'));
  await cp(path.resolve('demo'), folder, { recursive: true });
  const file = path.join(folder, 'shop.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^locale: .*$/m, 'locale: de-AT'));
  english = await givenShopApp();
  german = await givenShopApp({}, { folder });
});
afterAll(async () => {
  await Promise.all([english.close(), german.close()]);
  await rm(folder, { recursive: true });
});

const inTurn = <Answer>(ask: (app: ShopApp) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all([english, german, english, german].map(ask));
const languages = { en: languageOfShop({ locale: 'en-GB' }), de: languageOfShop({ locale: 'de-AT' }) };

test('a refusal is in the language of the shop that refuses', async () => {
  const expected = [languages.en, languages.de, languages.en, languages.de].map(({ text }) => [
    text('Please enter your email address and password.'),
    text('We could not find your cart.'),
  ]);
  expect(expected[0]).not.toEqual(expected[1]);
  const answers = await inTurn(async (app) => {
    const [login, cart] = await Promise.all([
      app.call('login', { email: '', password: '' }),
      app.call('get-cart', { cart: 'NOSUCHCART' }),
    ]);
    return [login.body.message, cart.body.message];
  });
  expect(answers).toEqual(expected);
});

test('a mail is in the language of the shop that sends it', async () => {
  await inTurn((app) => app.call('request-password-reset', { email: 'mila@example.org' }));
  await Promise.all([english.settle(), german.settle()]);
  const subjects = await Promise.all(
    [english, german].map(async (app) => (await app.mails()).find(({ kind }) => kind === 'password-reset')?.subject),
  );
  const shop = (await english.catalogue.shop()).public.name;
  const subject = (language: typeof languages.en) => language.text('Choose a new password for {shop}', { shop });
  expect(subjects).toEqual([subject(languages.en), subject(languages.de)]);
  expect(subjects[0]).not.toBe(subjects[1]);
});

test('a page is rendered in the language of its shop', async () => {
  const { render } = await loadRenderer(path.join(PROJECT_FOLDER, 'dist/server'));
  const pages = await inTurn(async (app) => {
    const { bundle } = await createVisitorBundles(app.catalogue).forPages();
    return await render({ address: '/login', bundle, madeAt: app.clock.now(), locale: bundle.config.locale });
  });
  const heading = (language: typeof languages.en) => `>${language.text('Log in')}</h1>`;
  expect(pages.map((html) => [html.includes(heading(languages.en)), html.includes(heading(languages.de))])).toEqual([
    [true, false],
    [false, true],
    [true, false],
    [false, true],
  ]);
});
