import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userData } from '#features/user-data/contract.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';

let app: ShopApp;
beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(() => app.close());

const bundleOf = async (body: object) => (await app.call('get-data', body)).body.data;

test('a visitor and a customer get all members of the bundle, the items only when they are not known', async () => {
  for (const token of [null, await app.login()]) {
    const whole = await bundleOf({ token });
    expect(userData.parse(whole)).toEqual(whole);
    const { products, merchandise, ...rest } = whole;
    expect(products.length + merchandise.length).toBe(14);
    expect(await bundleOf({ token, catalogue_version: whole.catalogue_version })).toEqual(rest);
    expect(await bundleOf({ token, catalogue_version: 'another' })).toEqual(whole);
  }
});

test("a visitor's bundle guesses the country by the browser's languages, and only one that the shop knows", async () => {
  const countryFor = async (language: string) => {
    const answer = await fetch(`${app.url}/api/get-data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: '{}',
    });
    return ((await answer.json()) as { data: { country: string | null } }).data.country;
  };
  expect(await countryFor('nl-BE,nl;q=0.8')).toBe('BE');
  expect(await countryFor('de-DE')).toBe('DE');
  expect(await countryFor('xx-QQ')).toBe(null);
});

test("a visitor's bundle comes compressed when the browser can read that, and is not kept anywhere", async () => {
  const body = '{}';
  const { body: answer, headers } = await rawCall(body, 'br, gzip');
  expect(headers.get('content-encoding')).toBe('br');
  expect(headers.get('vary')).toContain('accept-encoding');
  expect(headers.get('cache-control')).toBe('no-store');
  const plain = await rawCall(body, 'identity');
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(brotliDecompressSync(answer).toString()).toBe(plain.body.toString());
});

/** An answer whose bytes nobody has decompressed. */
async function rawCall(body: string, encoding: string): Promise<{ body: Buffer; headers: Headers }> {
  const answer = await app.server.app.inject({
    method: 'POST',
    url: '/api/get-data',
    headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
    body,
  });
  return { body: answer.rawPayload, headers: new Headers(answer.headers as Record<string, string>) };
}
