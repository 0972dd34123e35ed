import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { networkOf } from '#platform/http/network.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

const EMAIL = 'mila@example.org';
const IP = '203.0.113.7';
const network = networkOf(IP);
/** Everything that could be hashed for somebody whose address and network are guessed. */
const guesses = [EMAIL, network, `${EMAIL} ${network}`, `${EMAIL}\n${network}`, `reset ${EMAIL}`];

/** A shop behind a proxy that forwards the visitors' addresses. */
const givenShopBehindProxy = (key: number) =>
  givenShopApp({ secretKey: Buffer.alloc(32, key), trustedProxies: ['127.0.0.1'] });

async function keptAfterLoginAttempts(app: ShopApp): Promise<string[]> {
  const call = (name: string, body: object) =>
    app.fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': IP },
      body: JSON.stringify(body),
    });
  await call('login', { email: EMAIL, password: 'not-the-password' });
  await call('request-password-reset', { email: EMAIL });
  const buckets = await app.db.rows<{ kept: string }>('select bucket as kept from rate_limits');
  expect((await call('login', { email: EMAIL, password: 'dunes-at-dusk' })).status).toBe(200);
  const networks = await app.db.rows<{ kept: string }>(`select encode(hash, 'hex') as kept from login_networks`);
  expect([buckets.length > 3, networks.length]).toEqual([true, 1]);
  return [...buckets, ...networks].map(({ kept }) => kept).sort();
}

test('guessing addresses or networks matches no stored hash, because every shop has its own key', async () => {
  const shops = [await givenShopBehindProxy(7), await givenShopBehindProxy(8)];
  const [kept, keptByOther] = await Promise.all(shops.map(keptAfterLoginAttempts));
  for (const shop of shops) await shop.close();
  for (const guess of guesses) {
    const hash = createHash('sha256').update(guess).digest();
    for (const text of [hash.toString('hex'), hash.toString('base64url').slice(0, 32)])
      expect(
        kept!.filter((one) => one.includes(text)),
        guess,
      ).toEqual([]);
  }
  expect(kept!.filter((one) => keptByOther!.includes(one))).toEqual([]);
});
