import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importTerms } from './support/new-terms.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const CHANGED = 'The Terms and Conditions have changed. Please read them again before you accept them.';

let app: ShopApp;
let token: string;
let cart: string;
let current = 1;
let count = 0;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(() => app.close());
beforeEach(async () => {
  count += 1;
  const added = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: `Ada ${'n'.repeat(count)}`,
    email: 'ada@example.org',
    age: '25-34',
  });
  cart = added.body.cart.code;
});

const checkout = (order: object) =>
  app.call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true, ...order },
  });
const acceptedVersion = async (code: string) =>
  (await app.db.row<{ version: string | null }>(
    `select t.version from orders o left join terms_versions t on t.id = o.terms_version_id where o.code = $1`,
    [code],
  ))!.version;
const readVersion = () => String(current);
async function newTerms(): Promise<void> {
  current += 1;
  await importTerms(app.db, readVersion(), `<p>Terms number ${current}.</p>`, app.clock.now());
}

describe('a checkout that names the version of the terms that the customer read', () => {
  test('records the current version in the order', async () => {
    const { status, body } = await checkout({ terms_version: readVersion() });
    expect(status).toBe(200);
    expect(await acceptedVersion(body.order.code)).toBe(readVersion());
  });

  test('is refused after new terms were imported, and the cart stays until they are accepted', async () => {
    const read = readVersion();
    await newTerms();
    const refused = await checkout({ terms_version: read });
    expect([refused.status, refused.body]).toEqual([409, { message: CHANGED }]);
    expect((await app.call('get-cart', { token, cart })).body.cart.products).toHaveLength(1);
    const { status, body } = await checkout({ terms_version: readVersion() });
    expect(status).toBe(200);
    expect(await acceptedVersion(body.order.code)).toBe(readVersion());
  });

  test('ignores the version if the terms are left open', async () => {
    const { status, body } = await checkout({ accepted_ts_and_cs: false, terms_version: 'never published' });
    expect([status, await acceptedVersion(body.order.code)]).toEqual([200, null]);
  });

  test('of a cart that is already an order returns that order, whatever version is current', async () => {
    const read = readVersion();
    const first = await checkout({ terms_version: read });
    await newTerms();
    const again = await checkout({ terms_version: read });
    expect([again.status, again.body.order.code]).toEqual([200, first.body.order.code]);
    expect(await acceptedVersion(first.body.order.code)).toBe(read);
  });
});

test('without a version accepts the current one', async () => {
  await newTerms();
  const { status, body } = await checkout({});
  expect([status, await acceptedVersion(body.order.code)]).toEqual([200, readVersion()]);
});
