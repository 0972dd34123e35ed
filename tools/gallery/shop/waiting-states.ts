import type { Page } from 'playwright-core';
import { waitingLook } from '#apps/server/waiting-rooms.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import type { AnnouncedRoom } from '#features/waiting-room/contract.ts';
import { DEFAULT_LIMITS, type Room } from '#features/waiting-room/domain/room.ts';
import { challengePage, type PlaceView, type ShownPlace, waitingPage } from '#features/waiting-room/server/public.ts';
import { untilHydrated } from '../../../test/support/visit.ts';
import type { GalleryShop } from '../shops.ts';
import type { State } from '../state.ts';

/*
 * States of the customer's waiting page. A real room would keep all other states from adding to a cart, so these show
 * the page's own markup and look, rendered for invented places in line.
 */

const NOW = new Date('2027-01-18T08:42:00Z');
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const room: Room = {
  ...DEFAULT_LIMITS,
  ...{ id: 1, eventId: 1, eventCode: 'sandlark', eventName: 'Sandlark 2027' },
  ...{ status: 'open', isAutomatic: false, holdsSince: NOW, opensAt: NOW, openedAt: NOW, pace: 600 },
  ...{ strainedAt: null, places: 12_407, drawn: 12_407, seed: null, called: 0, calledAt: null, meteredAt: null },
};

type View = Partial<PlaceView> & Pick<PlaceView, 'state'>;
type More = Partial<Pick<ShownPlace, 'room' | 'isSoldOut'>> & { readonly withoutScript?: boolean };

const showing =
  (view: View, { withoutScript = false, ...more }: More = {}) =>
  async (page: Page, shop: GalleryShop) => {
    const look = await lookOf(shop);
    // The page polls long after its pictures have been taken.
    const place = { wait: null, pollAfterMs: 3_600_000, ...view };
    const shown = { room, view: place, from: '/tickets/sandlark-pass', isSoldOut: false, ...more };
    const html = waitingPage(shown, look, NOW);
    const body = withoutScript ? asWithoutScript(html) : html;
    await page.route('**/waiting-room**', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  };

const asWithoutScript = (html: string) =>
  html
    .replace(/<noscript><meta[^>]*><\/noscript>/, '')
    .replace(/<script>[\s\S]*<\/script>/, '')
    .replace(/<\/?noscript>/g, '');

async function lookOf({ origin }: GalleryShop) {
  const [answer, page] = await Promise.all([
    fetch(`${origin}/api/get-data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
    fetch(`${origin}/faqs`),
  ]);
  const { data } = (await answer.json()) as { data: { config: PublicConfig } };
  const links = (await page.text()).match(/<link[^>]*rel="stylesheet"[^>]*>/g) ?? [];
  return waitingLook(
    data.config,
    links.map((link) => /href="([^"]+)"/.exec(link)![1]!),
  );
}

/**
 * Shows a page that learns of a waiting room with its first answer, as a page that was open before does. Without
 * `room`, the room is in front of the whole shop and open.
 */
const announcing =
  (room: Partial<AnnouncedRoom> = {}) =>
  (page: Page) =>
    page.route('**/api/get-data', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const shown: AnnouncedRoom = {
        ...{ event_id: null, event_name: null, address: '/waiting-room' },
        ...{ opens_at: null, paused: false, about_minutes: 20, ...room },
      };
      json.data.waiting_rooms = [shown];
      await route.fulfill({ response, json });
    });
const reachForLink = async (page: Page) => {
  await untilHydrated(page);
  await page.locator('header a').first().hover();
};

/** This challenge never ends, because no hash of 32 bits begins with 33 zero bits. */
const challenging =
  ({ withoutScript = false }: { withoutScript?: boolean } = {}) =>
  async (page: Page, shop: GalleryShop) => {
    const html = challengePage({ question: 'c1', bits: 33, next: '/challenge?from=%2Ftickets' }, await lookOf(shop));
    const body = withoutScript ? asWithoutScript(html) : html;
    await page.route('**/waiting-room**', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  };

const waiting = (ahead: number, isPaused = false) => ({ state: { kind: 'waiting', ahead, isPaused } as const });
const at = '/waiting-room/sandlark';

export const waitingStates: readonly State[] = [
  {
    name: 'waiting/announced on a product page',
    at: '/tickets/saturday',
    before: announcing({ event_name: 'Sandlark 2027', opens_at: '2029-01-22T10:00:00Z', about_minutes: null }),
    act: reachForLink,
    sees: 'Wait for the opening',
  },
  {
    name: 'waiting/announced on the listing, line',
    at: '/tickets',
    before: announcing({ event_name: 'Sandlark 2027' }),
    act: reachForLink,
    sees: 'Go to the waiting room',
  },
  {
    name: 'waiting/announced on the home page, paused',
    at: '/',
    before: announcing({ paused: true, about_minutes: null }),
    act: reachForLink,
    sees: /Nobody is being let in/,
  },
  { name: 'waiting/challenge', at, before: challenging(), sees: 'One moment, please' },
  {
    name: 'waiting/challenge without a script',
    at,
    before: challenging({ withoutScript: true }),
    sees: /^Without scripts/,
  },
  {
    name: 'waiting/before the opening',
    at,
    before: showing({ state: { kind: 'hall', opensAt: inMinutes(18) } }),
    sees: 'The sale has not started yet',
  },
  {
    name: 'waiting/days before the opening',
    at,
    before: showing({ state: { kind: 'hall', opensAt: inMinutes(4_000) } }),
    sees: 'The sale has not started yet',
  },
  {
    name: 'waiting/drawn, far behind',
    at,
    before: showing({ ...waiting(98_214), wait: { minutes: 180, isSlower: false } }),
    sees: 'people are ahead of you',
  },
  {
    name: 'waiting/in line, slower',
    at,
    before: showing({ ...waiting(1), wait: { minutes: 4, isSlower: true } }),
    sees: 'person is ahead of you',
  },
  { name: 'waiting/no estimate', at, before: showing(waiting(312)), sees: 'We cannot estimate the wait' },
  {
    name: 'waiting/next',
    at,
    before: showing({ ...waiting(0), wait: { minutes: 1, isSlower: false } }),
    sees: 'You are next',
  },
  { name: 'waiting/paused', at, before: showing(waiting(312, true)), sees: /^Nobody is being let in/ },
  {
    name: 'waiting/sold out, whole shop',
    at: '/waiting-room',
    before: showing(
      { ...waiting(312), wait: { minutes: 12, isSlower: false } },
      { room: { ...room, eventId: null, eventCode: null, eventName: null }, isSoldOut: true },
    ),
    sees: /^Everything is sold out/,
  },
  {
    name: 'waiting/your turn',
    at,
    before: showing({ state: { kind: 'called', until: inMinutes(10) } }),
    sees: 'It is your turn',
  },
  {
    name: 'waiting/let in',
    at,
    before: showing({ state: { kind: 'inside', until: inMinutes(10), hasCart: false } }),
    sees: 'You are in',
  },
  {
    name: 'waiting/has a cart',
    at,
    before: showing({ state: { kind: 'inside', until: inMinutes(10), hasCart: true } }),
    sees: 'You have a cart. Carry on where you were.',
  },
  { name: 'waiting/passed', at, before: showing({ state: { kind: 'passed' } }), sees: 'Your turn has passed' },
  { name: 'waiting/ended', at, before: showing({ state: { kind: 'ended' } }), sees: 'Take a new place' },
  {
    name: 'waiting/without a script',
    at,
    before: showing(
      { ...waiting(312), wait: { minutes: 12, isSlower: false }, pollAfterMs: 20_000 },
      { withoutScript: true },
    ),
    sees: /This page reloads after/,
  },
];
