import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeFromPath } from '#kernel/from-path.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { sendBusyPage } from '#platform/http/busy-answer.ts';
import { holdsBack, roomPath } from '../domain/room.ts';
import { CHALLENGE_PATH, comesFromChallenge, solvedOf } from './challenge-page.ts';
import type { Challenges } from './challenges.ts';
import { cookieNameOf, type Place } from './places.ts';
import type { LiveRoom } from './rooms.ts';
import type { placesLimit } from './routes.ts';
import {
  cookiesNeededPage,
  SCRIPT_SOURCE,
  STYLE_SOURCE,
  type WaitingLook,
  waitingPage,
  waitingPart,
} from './waiting-page.ts';
import type { WaitingRoom } from './waiting-room.ts';

export interface WaitingPages {
  readonly waitingRoom: WaitingRoom;
  /** Null if places are given without a challenge. */
  readonly challenges: Challenges | null;
  readonly networks: ReturnType<typeof placesLimit>;
  readonly clock: Clock;
  readonly isHttps: boolean;
  look(): Promise<WaitingLook>;
  /** Whether anything behind the room is in stock. */
  hasStock(eventId: number | null): Promise<boolean>;
  /** The content security policy of a page with these sources. */
  policy(sources: { readonly script: string; readonly style: string }, look: WaitingLook): string;
}

const COOKIE_SECONDS = 2 * 24 * 60 * 60;
/** Where visitors go if the page they came from is unknown. */
const SHOP = '/tickets';

/** The pages of the waiting rooms, at `/waiting-room` and `/waiting-room/<event>`. */
export function addWaitingPages(app: FastifyInstance, parts: WaitingPages): void {
  const { waitingRoom, clock, networks } = parts;
  const { rooms } = waitingRoom;

  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    for (const path of ['/waiting-room', '/waiting-room/:event']) {
      pages.get(path, show);
      pages.post(path, act);
    }
  });

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
    const from = fromOf(query.get('from'));
    const room = roomOfPage(request);
    if (!room) return notNeeded(request, reply, from);
    if (roomPath(room) !== pathOf(request)) return redirect(reply, addressOf(room, from));
    const place = placeOf(room, request);
    if (!place) {
      if (query.get('part')) return reply.code(410).header('cache-control', 'no-store').send();
      if (query.get('placed')) {
        const look = await parts.look();
        return send(reply, cookiesNeededPage(addressOf(room, from), look), look);
      }
      return takeAndReturn(request, reply, room, from);
    }
    const now = clock.now();
    const before = Number(query.get('was'));
    const view = await waitingRoom.view(room, place, Number.isInteger(before) && before > 0 ? before : null, now);
    const shown = { room, view, from, isSoldOut: !(await parts.hasStock(room.eventId)) };
    const look = await parts.look();
    if (query.get('part')) return reply.header('cache-control', 'no-store').send(waitingPart(shown, look, now));
    return send(reply, waitingPage(shown, look, now), look);
  }

  /** Handles the page's buttons: entering, and taking a new place after the turn has passed or the entry has ended. */
  async function act(request: FastifyRequest, reply: FastifyReply) {
    const { body } = request;
    const from = fromOf(body instanceof URLSearchParams ? body.get('from') : null);
    const room = roomOfPage(request);
    if (!room) return notNeeded(request, reply, from);
    const place = placeOf(room, request);
    if (!place) return redirect(reply, addressOf(room, from));
    const action = new URLSearchParams(request.url.split('?', 2)[1] ?? '').get('do');
    if (action === 'again') {
      const { state } = await waitingRoom.view(room, place, null, clock.now());
      if (state.kind === 'passed' || state.kind === 'ended') return takeAndReturn(request, reply, room, from);
      return redirect(reply, addressOf(room, from));
    }
    const { state } = await waitingRoom.enter(room, place, clock.now());
    return redirect(reply, state.kind === 'inside' ? from : addressOf(room, from));
  }

  async function takeAndReturn(request: FastifyRequest, reply: FastifyReply, room: LiveRoom, from: string) {
    const { challenges } = parts;
    if (challenges) {
      const solved = solvedOf(null, request.headers.cookie);
      if (solved === null && comesFromChallenge(request)) {
        const look = await parts.look();
        return send(reply, cookiesNeededPage(addressOf(room, from), look), look);
      }
      const used =
        solved === null ? 'refused' : await challenges.use(solved, { ip: request.ip, request: null }, clock.now());
      if (used === 'busy') return sendBusyPage(reply, await parts.look(), 60);
      if (used === 'refused') {
        const back = `${addressOf(room, from)}&checked=1`;
        return redirect(reply, `${CHALLENGE_PATH}?from=${encodeURIComponent(back)}`);
      }
    }
    const counted = networks.count(request.ip, clock.now());
    if (!counted.allowed) return sendBusyPage(reply, await parts.look(), Math.min(counted.retryAfterSeconds, 60));
    const place = await waitingRoom.take(room);
    if (!place) return sendBusyPage(reply, await parts.look(), 2);
    const attributes = [
      'Path=/',
      `Max-Age=${cookieSecondsFor(room)}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(parts.isHttps ? ['Secure'] : []),
    ];
    reply.header('set-cookie', [`${cookieNameOf(room.id)}=${waitingRoom.sign(place)}`, ...attributes].join('; '));
    return redirect(reply, `${addressOf(room, from)}&placed=1`);
  }

  /** The cookie must not expire before the room opens. */
  const cookieSecondsFor = ({ opensAt }: LiveRoom): number =>
    COOKIE_SECONDS + Math.max(0, Math.ceil(((opensAt?.getTime() ?? 0) - clock.now().getTime()) / 1_000));

  const placeOf = (room: LiveRoom, { headers }: FastifyRequest): Place | null =>
    waitingRoom.placeIn(room, { place: null, cookie: headers.cookie });

  /** An event without its own room is behind the shop's room. */
  function roomOfPage({ params }: FastifyRequest): LiveRoom | null {
    const { event } = params as { event?: string };
    const roomsHoldingBack = rooms.all().filter(holdsBack);
    const ofEvent = roomsHoldingBack.find(({ eventCode }) => eventCode !== null && eventCode === event);
    return ofEvent ?? roomsHoldingBack.find(({ eventId }) => eventId === null) ?? null;
  }

  async function send(reply: FastifyReply, html: string, look: WaitingLook) {
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': parts.policy({ script: SCRIPT_SOURCE, style: STYLE_SOURCE }, look),
      })
      .type('text/html; charset=utf-8')
      .send(html);
  }
}

/** The response if no room holds people back. */
function notNeeded(request: FastifyRequest, reply: FastifyReply, from: string) {
  if (request.url.includes('part=1')) return reply.code(410).header('cache-control', 'no-store').send();
  return redirect(reply, from);
}

const redirect = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-store').redirect(address, 303);

const addressOf = (room: LiveRoom, from: string): string => `${roomPath(room)}?from=${encodeURIComponent(from)}`;

function fromOf(text: string | null): string {
  const from = safeFromPath(text);
  return from === '/' || from.startsWith('/waiting-room') ? SHOP : from;
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;
