import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { leadingZeroBits } from '#features/waiting-room/domain/challenge.ts';
import { closeRoom, startRoom } from '#features/waiting-room/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { openDb } from '#platform/db/db.ts';
import { limitsWith } from '#platform/http/limits.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const actor = commandLine('Berta');
const BITS = 8;
const MINUTE = 60_000;
const limits = limitsWith({ 'challenge-waited-network': { attempts: 1, minutes: 10 } });

interface Challenge {
  readonly question: string;
  readonly bits: number;
}

function solved({ question, bits }: Challenge): string {
  for (let answer = 0; ; answer += 1) {
    const digest = createHash('sha256').update(`${question}.${answer}`).digest();
    if (leadingZeroBits(digest) >= bits) return `${question}~${answer}`;
  }
}
/** Returns a wrong answer. */
function unsolved({ question, bits }: Challenge): string {
  for (let answer = 0; ; answer += 1) {
    const digest = createHash('sha256').update(`${question}.${answer}`).digest();
    if (leadingZeroBits(digest) < bits) return `${question}~${answer}`;
  }
}

let app: ShopApp;
/** A second process on the same database. */
let other: ShopApp;
beforeAll(async () => {
  const wanted = { challenge: { kind: 'proof-of-work', bits: BITS }, limits, trustedProxies: ['127.0.0.1'] } as const;
  app = await givenShopApp({ ...wanted, trustedProxies: ['127.0.0.1'] });
  const db = openDb({ connection: app.database.connection });
  const database = { ...app.database, db, drop: () => db.end() };
  other = await givenShopApp({ ...wanted, trustedProxies: ['127.0.0.1'] }, { database });
});
afterEach(async () => {
  for (const { id } of app.server.rooms.all()) await closeRoom(app.db, { id, actor }, app.clock.now());
  await app.server.rooms.refresh();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const add = (more: object = {}, shop = app) =>
  shop.call('add-product-to-cart', {
    external_code: 'saturday',
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
    age: '25-34',
    data: 'none',
    ...more,
  });
const fetchChallenge = async (): Promise<Challenge> => (await add()).body.challenge;

async function givenRoom(): Promise<void> {
  const wanted = {
    eventId: null,
    opens: 'now',
    actor,
    maxPerMinute: 600,
    maxInside: 100,
    minutesInside: 10,
  } as const;
  await startRoom(app.db, wanted, app.clock.now());
  await app.server.rooms.refresh();
}
const pass = (milliseconds: number) => app.clock.travelTo(new Date(app.clock.now().getTime() + milliseconds));

describe('starting a cart', () => {
  test('needs a solved challenge; adding to that cart later needs none', async () => {
    const refused = await add();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      waiting_room: '/challenge',
      challenge: { kind: 'proof-of-work', bits: BITS, question: expect.stringMatching(/^c1\./) },
    });
    const { challenge } = refused.body;
    expect((await add({ challenge: unsolved(challenge) })).status).toBe(409);
    const { status, body } = await add({ challenge: solved(challenge) });
    expect(status).toBe(200);
    expect((await add({ cart: body.cart.code, full_name: 'Grace Hopper' })).status).toBe(200);
  });

  test('uses its challenge once, in whichever process; only the same request may repeat it', async () => {
    const challenge = solved(await fetchChallenge());
    const answers = await Promise.all([add({ challenge }), add({ challenge }, other), add({ challenge })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);

    const again = { challenge: solved(await fetchChallenge()), request_key: randomUUID() };
    const [first, second] = [await add(again), await add(again, other)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.cart.code).toBe(first.body.cart.code);
    expect((await add({ ...again, request_key: randomUUID() })).status).toBe(409);
  });

  test('does not count as the same request with an empty key or somebody else’s key', async () => {
    const empty = { challenge: solved(await fetchChallenge()), request_key: '' };
    expect([(await add(empty)).status, (await add(empty)).status]).toEqual([200, 409]);
    const keyed = { challenge: solved(await fetchChallenge()), request_key: 'short' };
    expect((await add(keyed)).status).toBe(200);
    expect((await add({ ...keyed, token: 'another-customer' })).status).toBe(409);
  });

  test('refuses a challenge that is too old, forged, or malformed', async () => {
    const challenge = await fetchChallenge();
    const late = solved(challenge);
    await pass(10 * MINUTE + 1);
    const fresh = await fetchChallenge();
    const forged = solved({ ...fresh, question: fresh.question.replace(/.{3}$/, 'AAA') });
    for (const text of [late, forged, 'c1~1', '~', 'x'.repeat(150)]) {
      expect((await add({ challenge: text })).status).toBe(409);
    }
  });
});

test('a place in a waiting room needs a challenge; adding to a cart from there then needs none', async () => {
  await givenRoom();
  const refused = await app.call('take-place', { external_code: 'saturday' });
  expect(refused.status).toBe(409);
  const challenge = solved(refused.body.challenge);
  const { place } = (await app.call('take-place', { external_code: 'saturday', challenge })).body;
  expect(place).toMatch(/^p1\./);
  expect((await app.call('take-place', { external_code: 'saturday', challenge })).status).toBe(409);

  const keyed = {
    external_code: 'saturday',
    request_key: randomUUID(),
    challenge: solved((await app.call('take-place', { external_code: 'saturday' })).body.challenge),
  };
  expect((await app.call('take-place', keyed)).status).toBe(200);
  expect((await app.call('take-place', keyed)).status).toBe(409);
  await pass(1_000);
  await app.server.rooms.refresh();
  await app.call('enter-shop', { place });
  expect((await add({ place })).status).toBe(200);
});

describe('a browser', () => {
  const open = (address: string, cookie = '', ip = '203.0.113.1') =>
    app.fetch(address, { redirect: 'manual', headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) } });
  const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!;
  const toOf = (response: Response) => response.headers.get('location')!;

  test('is led from the waiting room to the challenge and back, and gets its place', async () => {
    await givenRoom();
    const to = toOf(await open('/waiting-room?from=%2Ftickets'));
    expect(to).toMatch(/^\/challenge\?from=%2Fwaiting-room/);
    const page = await open(to);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^' ]+';/);
    const question = /data-question="([^"]+)"/.exec(await page.text())![1]!;
    const back = await open(`${to}&solved=${encodeURIComponent(solved({ question, bits: BITS }))}`);
    const solvedCookie = cookieOf(back);
    const placed = await open(toOf(back), solvedCookie);
    expect(cookieOf(placed)).toMatch(/^foyer_place_/);
    // The challenge is used up, and a browser without the place's cookie has to solve another one.
    expect(toOf(await open(toOf(back), solvedCookie))).toMatch(/^\/challenge\?/);
  });

  test('without scripts waits instead, which each network can do only a limited number of times', async () => {
    await givenRoom();
    const wait = async (ip: string, milliseconds: number) => {
      const to = toOf(await open('/waiting-room?from=%2Ftickets', '', ip));
      const html = await (await open(to, '', ip)).text();
      const later = /http-equiv="refresh" content="31;url=([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
      await pass(milliseconds);
      const back = await open(later, '', ip);
      return back.status === 303 ? await open(toOf(back), cookieOf(back), ip) : back;
    };
    expect((await wait('203.0.113.1', 20_000)).status).toBe(200);
    expect(cookieOf(await wait('203.0.113.1', 31_000))).toMatch(/^foyer_place_/);
    // The page says when to return, instead of starting another wait at once.
    expect((await wait('203.0.113.1', 31_000)).status).toBe(503);
    expect(cookieOf(await wait('203.0.113.2', 31_000))).toMatch(/^foyer_place_/);
  });

  test('that does not accept cookies gets a page that says so', async () => {
    await givenRoom();
    const html = await (await open('/waiting-room?from=%2Ftickets&checked=1')).text();
    expect(html).toContain('Your browser does not accept cookies');
  });

  test('is never led to another site', async () => {
    const html = await (await open('/challenge?from=https%3A%2F%2Fevil.example')).text();
    expect(html).toContain('data-next="/challenge?from=%2F"');
  });
});

test('an operator’s own page gets the question, and its signed answer is accepted', async () => {
  const secret = 'a secret that page and shop share, for this test only';
  const url = 'https://captcha.example.org/check?shop=1';
  const shop = await givenShopApp({ challenge: { kind: 'page', url, secret } });
  try {
    const refused = await add({}, shop);
    const { question } = refused.body.challenge;
    expect(refused.body.challenge).toEqual({ kind: 'page', url, question });
    const page = await shop.fetch('/challenge?from=%2Ftickets', { redirect: 'manual' });
    const to = new URL(page.headers.get('location')!);
    expect([to.origin, to.searchParams.get('shop')]).toEqual(['https://captcha.example.org', '1']);
    const asked = to.searchParams.get('question')!;
    const sign = (text: string) => `${text}~${createHmac('sha256', secret).update(text).digest('hex')}`;
    const back = new URL(to.searchParams.get('return')!);
    const returned = await shop.fetch(`${back.pathname}${back.search}&solved=${encodeURIComponent(sign(asked))}`, {
      redirect: 'manual',
    });
    expect([returned.status, returned.headers.get('location')]).toEqual([303, '/tickets']);
    expect((await add({ challenge: `${question}~00` }, shop)).status).toBe(409);
    expect((await add({ challenge: `${question}~waited` }, shop)).status).toBe(409);
    expect((await add({ challenge: sign(question) }, shop)).status).toBe(200);
  } finally {
    await shop.close();
  }
});
