import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml } from '#kernel/escape-html.ts';
import { safeFromPath } from '#kernel/from-path.ts';
import { markedText } from '#kernel/language.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { conflict, type HttpRefusal } from '#platform/http/refusal.ts';
import { NO_SCRIPT_WAIT_MS, WAITED_ANSWER } from '../domain/challenge.ts';
import { CHALLENGE_SCRIPT } from './challenge-script.ts';
import type { Challenges, IssuedChallenge } from './challenges.ts';
import { cookieIn } from './places.ts';
import { STYLE_SOURCE, shell, sourceOf, type WaitingLook } from './waiting-page.ts';

/** Where a browser solves a challenge. `from` is the path to go on to. */
export const CHALLENGE_PATH = '/challenge';
/** Keeps the solved challenge until a place or an add uses it. */
const COOKIE = 'foyer_challenge';
const COOKIE_SECONDS = 600;
const SCRIPT_SOURCE = sourceOf(CHALLENGE_SCRIPT);

/** The solved challenge of a request: in its body, or in its cookie. */
export const solvedOf = (inBody: unknown, cookie: string | undefined): string | null =>
  typeof inBody === 'string' && inBody !== '' ? inBody : cookieValue(cookie);

const cookieValue = (cookie: string | undefined): string | null => {
  const value = cookieIn(cookie, COOKIE);
  return value === null ? null : value.replace('%7E', '~');
};

/** Browsers open the page. Other clients answer the question, and repeat the call with `challenge`. */
export const challengeRefusal = (issued: IssuedChallenge): HttpRefusal => ({
  ...conflict(markedText('The shop has to check your browser first. Please then try again.')),
  waitingRoom: CHALLENGE_PATH,
  challenge: { question: issued.question, ...issued.task },
});

export interface ChallengePages {
  readonly challenges: Challenges;
  readonly clock: Clock;
  readonly isHttps: boolean;
  /** The shop's origin, for the address to which the operator's page returns the browser. */
  origin(): string;
  look(): Promise<WaitingLook>;
  policy(sources: { readonly script: string; readonly style: string }, look: WaitingLook): string;
}

/** Adds the page that gives a browser a challenge, takes the answer, keeps it in a cookie, and redirects. */
export function addChallengePage(app: FastifyInstance, parts: ChallengePages): void {
  const { challenges, clock } = parts;
  app.get(CHALLENGE_PATH, async (request, reply) => {
    const now = clock.now();
    const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
    const from = safeFromPath(query.get('from'));
    reply.header('cache-control', 'no-store');
    const solved = query.get('solved');
    if (solved !== null && challenges.isSolved(solved, now)) {
      return reply.header('set-cookie', cookieOf(solved, parts.isHttps)).redirect(from, 303);
    }
    const issued = challenges.issue(now);
    const next = `${CHALLENGE_PATH}?from=${encodeURIComponent(from)}`;
    if (issued.task.kind === 'page')
      return reply.redirect(addressOf(issued.task.url, issued, parts.origin() + next), 303);
    const look = await parts.look();
    return reply
      .header('content-security-policy', parts.policy({ script: SCRIPT_SOURCE, style: STYLE_SOURCE }, look))
      .type('text/html; charset=utf-8')
      .send(challengePage({ question: issued.question, bits: issued.task.bits, next }, look));
  });
}

const cookieOf = (solved: string, isHttps: boolean): string =>
  [
    `${COOKIE}=${solved}`,
    'Path=/',
    `Max-Age=${COOKIE_SECONDS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');

/** The operator's page receives the question and the address to return to, with `&solved=<question>~<answer>` added. */
function addressOf(page: string, { question }: IssuedChallenge, back: string): string {
  const address = new URL(page);
  address.searchParams.set('question', question);
  address.searchParams.set('return', back);
  return address.href;
}

/** Whether the challenge page has redirected this request to the waiting room, so that it should have the cookie. */
export const comesFromChallenge = ({ url }: FastifyRequest): boolean => /[?&]checked=1(&|$)/.test(url);

export function challengePage(
  { question, bits, next }: { question: string; bits: number; next: string },
  look: WaitingLook,
): string {
  const { text } = look.language;
  const heading = text('One moment, please');
  const seconds = NO_SCRIPT_WAIT_MS / 1_000;
  const later = `${next}&solved=${encodeURIComponent(`${question}~${WAITED_ANSWER}`)}`;
  const main = `<section class="wr-card" id="challenge" data-question="${escapeHtml(question)}" data-bits="${bits}" data-next="${escapeHtml(next)}">
<h1>${escapeHtml(heading)}</h1>
<p class="wr-lead">${escapeHtml(text('The shop is checking that you are not a program that buys tickets. You do not have to do anything, and the page continues by itself.'))}</p>
<noscript><p class="wr-note">${escapeHtml(text('Without scripts this takes {seconds} seconds.', { seconds }))}</p></noscript></section>
<script>${CHALLENGE_SCRIPT}</script>`;
  const head = `<noscript><meta http-equiv="refresh" content="${seconds + 1};url=${escapeHtml(later)}"></noscript>`;
  return shell({ title: `${heading} · ${look.shopName}`, head, main }, look);
}
