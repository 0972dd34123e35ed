import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { changeRoom, closeRoom, startRoom } from '#features/waiting-room/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { limitsWith } from '#platform/http/limits.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const actor = commandLine('Berta');
const PAGE = '/waiting-room/sandlark';
const FROM = 'from=%2Ftickets%2Fsaturday';

let app: ShopApp;
let eventId: number;
beforeAll(async () => {
  app = await givenShopApp({
    trustedProxies: ['127.0.0.1'],
    limits: limitsWith({ 'waiting-places-network': { attempts: 30, minutes: 10 } }),
  });
  eventId = (await app.db.row<{ id: number }>("select id from events where code = 'sandlark'"))!.id;
});
afterEach(async () => {
  for (const { id } of app.server.rooms.all()) await closeRoom(app.db, { id, actor }, app.clock.now());
  await app.server.rooms.refresh();
});
afterAll(() => app.close());

async function givenRoom(opens: 'now' | Date = 'now', maxPerMinute = 600): Promise<number> {
  const wanted = { eventId, opens, actor, maxPerMinute, maxInside: 100, minutesInside: 10 };
  const started = await startRoom(app.db, wanted, app.clock.now());
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  await app.server.rooms.refresh();
  return started.value.id;
}
async function pass(milliseconds: number): Promise<void> {
  await app.clock.travelTo(new Date(app.clock.now().getTime() + milliseconds));
  await app.server.rooms.refresh();
}

/** Returns a browser without scripts, in its own network. */
function makeBrowser(ip: string, { keepsCookies = true } = {}) {
  let cookie = '';
  const send = async (address: string, init: RequestInit = {}) => {
    const response = await app.fetch(address, {
      ...init,
      headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    });
    const set = response.headers.get('set-cookie');
    if (set && keepsCookies) cookie = set.split(';')[0]!;
    return response;
  };
  return {
    cookie: () => cookie,
    takeCookie(from: string) {
      cookie = from;
    },
    send,
    /** Opens an address, following redirects within the waiting room. */
    async open(address = `${PAGE}?${FROM}`) {
      for (let hops = 0; hops < 5; hops += 1) {
        const response = await send(address);
        const next = response.headers.get('location');
        if (!next?.startsWith('/waiting-room'))
          return { status: response.status, to: next, html: await response.text() };
        address = next;
      }
      throw new Error('Redirected without end');
    },
    /** Presses the button of the page. */
    async press(html: string) {
      const action = /<form method="post" action="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
      const from = /name="from" value="([^"]*)"/.exec(html)![1]!;
      const response = await send(action, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ from }).toString(),
      });
      return { status: response.status, to: response.headers.get('location') };
    },
    add: (more: object = {}) =>
      send('/api/add-product-to-cart', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          external_code: 'saturday',
          full_name: 'Ada Lovelace',
          email: 'ada@example.org',
          age: '25-34',
          ...more,
        }),
      }),
  };
}

describe('the page, without a script', () => {
  test('leads from the waiting page into the shop, and its cookie lets a cart begin', async () => {
    const roomId = await givenRoom(new Date(app.clock.now().getTime() + 5 * 60_000), 60);
    const ada = makeBrowser('203.0.113.1');
    const hall = await ada.open();
    expect(hall.html).toContain('<h1>The sale has not started yet</h1>');
    expect(hall.html).toContain('In about 5 minutes.');
    expect(hall.html.match(/reloads|updates itself/g)).toEqual(['reloads', 'updates itself']);
    expect(hall.html).toContain('<span id="live" hidden>This page updates itself.');
    expect(hall.html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+;url=\/waiting-room\/sandlark\?from=/);
    const others = await Promise.all([2, 3, 4].map((host) => makeBrowser(`203.0.113.${host}`).open()));
    expect(others.every(({ status }) => status === 200)).toBe(true);
    await changeRoom(app.db, { id: roomId, actor, maxPerMinute: 1 }, app.clock.now());
    await pass(5 * 60_000);
    const { html } = await ada.open();
    expect(html).toMatch(/You are (in line|next)/);
    expect((await ada.add()).status).toBe(409);
    await changeRoom(app.db, { id: roomId, actor, maxPerMinute: 600 }, app.clock.now());
    await pass(2_000);
    const turn = await ada.open();
    expect(turn.html).toContain('<h1>It is your turn</h1>');
    expect(turn.html).toContain('Please enter within 10 minutes.');
    expect(await ada.press(turn.html)).toEqual({ status: 303, to: '/tickets/saturday' });
    expect((await ada.open()).html).toContain('<h1>You are in</h1>');
    expect((await ada.add()).status).toBe(200);
  });

  test('keeps the place on a reload, in a second tab, and after an absence', async () => {
    await givenRoom(new Date(app.clock.now().getTime() + 60 * 60_000));
    const ada = makeBrowser('203.0.113.1');
    await ada.open();
    const first = ada.cookie();
    await Promise.all([ada.open(), ada.open()]);
    await pass(30 * 60_000);
    await ada.open();
    expect(ada.cookie()).toBe(first);
    expect(app.server.rooms.all()[0]!.places).toBe(1);
  });

  test('gives a new place once the old one has passed', async () => {
    await givenRoom();
    const ada = makeBrowser('203.0.113.1');
    await ada.open();
    await pass(1_000);
    await pass(10 * 60_000);
    const { html } = await ada.open();
    expect(html).toContain('<h1>Your turn has passed</h1>');
    // The page neither reloads nor keeps a place, so it must not say that it does.
    expect(html).not.toContain('http-equiv="refresh"');
    expect(html).toContain('<div class="wr-foot" id="foot" hidden>');
    const first = ada.cookie();
    expect((await ada.press(html)).to).toContain('placed=1');
    expect(ada.cookie()).not.toBe(first);
    expect((await ada.open()).html).toMatch(/You are (next|in line)|It is your turn/);
  });

  test('lets only one cart begin, whoever copies its cookie', async () => {
    await givenRoom();
    const ada = makeBrowser('203.0.113.1');
    await ada.open();
    await pass(1_000);
    await ada.press((await ada.open()).html);
    const copies = [5, 6, 7].map((host) => makeBrowser(`203.0.113.${host}`));
    for (const copy of copies) copy.takeCookie(ada.cookie());
    const answers = await Promise.all([ada, ...copies].map((browser) => browser.add()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('explains itself to a browser that does not accept cookies, and gives no second place', async () => {
    await givenRoom();
    const { html } = await makeBrowser('203.0.113.9', { keepsCookies: false }).open();
    expect(html).toContain('Your browser does not accept cookies');
    await app.server.rooms.refresh();
    expect(app.server.rooms.all()[0]!.places).toBe(1);
  });

  test('redirects to the requested page when there is no waiting room, or a closed one', async () => {
    expect(await makeBrowser('203.0.113.1').open()).toMatchObject({ status: 303, to: '/tickets/saturday' });
    expect(await makeBrowser('203.0.113.1').open('/waiting-room')).toMatchObject({ to: '/tickets' });
    const evil = await makeBrowser('203.0.113.1').open('/waiting-room?from=%2F%2Fevil.example');
    expect(evil.to).toBe('/tickets');
  });

  test('limits a network that takes too many places, but no other network', async () => {
    await givenRoom();
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) statuses.push((await makeBrowser('198.51.100.7').open()).status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(2);
    expect((await makeBrowser('198.51.100.8').open()).status).toBe(200);
  });
});

test('the script gets only the changing part of the page, with the time of the next poll', async () => {
  await givenRoom('now', 60);
  const browsers = [1, 2, 3, 4].map((host) => makeBrowser(`203.0.113.${host}`));
  for (const browser of browsers) await browser.open();
  const part = (await (await browsers[3]!.send(`${PAGE}?${FROM}&part=1&was=0`)).json()) as { next: number };
  expect(part).toEqual({
    html: expect.stringContaining('people are ahead of you'),
    title: expect.stringContaining('· Sandlark'),
    announcement: expect.stringMatching(
      /^You are in line\. \d people are ahead of you\. Less than a minute to wait\.$/,
    ),
    milestone: expect.stringMatching(/^waiting 1 \d$/),
    next: expect.any(Number),
    was: 1,
  });
  expect(part.next).toBeGreaterThan(2_000);
  await closeRoom(app.db, { id: app.server.rooms.all()[0]!.id, actor }, app.clock.now());
  await app.server.rooms.refresh();
  expect((await browsers[3]!.send(`${PAGE}?${FROM}&part=1&was=1`)).status).toBe(410);
});

test('the page allows only its own script and style, is never stored, and is hidden from search', async () => {
  await givenRoom();
  const ada = makeBrowser('203.0.113.1');
  await ada.open();
  const { headers } = await ada.send(`${PAGE}?${FROM}`);
  const policy = headers.get('content-security-policy')!;
  expect(policy).toMatch(/script-src 'sha256-[^' ]+';/);
  expect(policy).toMatch(/style-src 'self' 'sha256-[^' ]+';/);
  expect(headers.get('cache-control')).toBe('no-store');
  const html = (await ada.open()).html;
  expect(html).toContain('<meta name="robots" content="noindex">');
  const cookie = (await makeBrowser('203.0.113.2').send(`${PAGE}?${FROM}`)).headers.get('set-cookie')!;
  expect(cookie).toMatch(/^foyer_place_\d+=p1\.[^;]+; Path=\/; Max-Age=172800; HttpOnly; SameSite=Lax$/);
});
