import { createHash } from 'node:crypto';
import type { SiteImage } from '#features/shop-config/contract.ts';
import type { DateSettings } from '#kernel/dates.ts';
import { escapeHtml } from '#kernel/escape-html.ts';
import type { ShopLook } from '#platform/http/plain-page.ts';
import { type Room, roomPath } from '../domain/room.ts';
import { type PlaceWords, placeWords } from './place-words.ts';
import type { PlaceView } from './waiting-room.ts';
import { WAITING_SCRIPT } from './waiting-script.ts';
import { WAITING_STYLE } from './waiting-style.ts';

/** The shop's current look. */
export interface WaitingLook extends DateSettings, ShopLook {
  readonly fontStylesheet: string | null;
  readonly logo: SiteImage | null;
  readonly logoDark: SiteImage | null;
  readonly stylesheets: readonly string[];
}

export interface ShownPlace {
  readonly room: Room;
  readonly view: PlaceView;
  /** The path of the shop to go to afterwards. */
  readonly from: string;
  readonly isSoldOut: boolean;
}

/** The changing part of the page, for its script. */
export interface WaitingPart {
  readonly html: string;
  readonly title: string;
  readonly announcement: string;
  /** The announcement is read out when this changes. */
  readonly milestone: string;
  /** Milliseconds until the page polls again; 0 if it does not. */
  readonly next: number;
  /** The minutes of the shown wait; 0 if none is shown. */
  readonly was: number;
}

export const sourceOf = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** For the content security policy. */
export const SCRIPT_SOURCE = sourceOf(WAITING_SCRIPT);
export const STYLE_SOURCE = sourceOf(WAITING_STYLE);

/** Without the script, the page reloads at most this often, in seconds. */
const SOONEST_RELOAD = 20;

export function waitingPart({ room, view, from, isSoldOut }: ShownPlace, look: WaitingLook, now: Date): WaitingPart {
  const { minutesInside } = room;
  const words = placeWords({ view, minutesInside, isSoldOut }, look.language, look, now);
  const isOver = view.state.kind === 'passed' || view.state.kind === 'ended';
  return {
    html: placeHtml(words, roomPath(room), from),
    title: `${words.lead && words.figure ? `${words.lead} ` : ''}${words.heading} · ${look.shopName}`,
    announcement: words.announcement,
    milestone: words.milestone,
    next: isOver ? 0 : Math.ceil(view.pollAfterMs),
    was: view.wait?.minutes ?? 0,
  };
}

function placeHtml({ heading, figure, lead, notes, action }: PlaceWords, path: string, from: string): string {
  return [
    `<h1>${escapeHtml(heading)}</h1>`,
    ...(figure
      ? [
          `<p class="wr-figure"><span class="wr-value">${escapeHtml(figure.value)}</span> <span class="wr-label">${escapeHtml(figure.label)}</span></p>`,
        ]
      : []),
    ...(lead === null ? [] : [`<p class="wr-lead">${escapeHtml(lead)}</p>`]),
    ...notes.map((note) => `<p class="wr-note">${escapeHtml(note)}</p>`),
    ...(action ? [actionHtml(action, path, from)] : []),
  ].join('');
}

function actionHtml({ kind, label }: NonNullable<PlaceWords['action']>, path: string, from: string): string {
  if (kind === 'shop') return `<a class="wr-button wr-go" href="${escapeHtml(from)}">${escapeHtml(label)}</a>`;
  return `<form method="post" action="${escapeHtml(`${path}?do=${kind}`)}"><input type="hidden" name="from" value="${escapeHtml(from)}"><button class="wr-button">${escapeHtml(label)}</button></form>`;
}

/** The complete page. With scripts it updates itself; without them it reloads. */
export function waitingPage(shown: ShownPlace, look: WaitingLook, now: Date): string {
  const { room, from } = shown;
  const { text, countText } = look.language;
  const part = waitingPart(shown, look, now);
  const seconds = Math.max(SOONEST_RELOAD, Math.ceil(part.next / 1_000));
  const reloadAddress = `${roomPath(room)}?from=${encodeURIComponent(from)}&was=${part.was}`;
  const reloadTag =
    part.next > 0
      ? `<noscript><meta http-equiv="refresh" content="${seconds};url=${escapeHtml(reloadAddress)}"></noscript>`
      : '';
  const reloading = countText(seconds, {
    one: 'This page reloads after {count} second.',
    other: 'This page reloads after {count} seconds.',
  });
  // The script shows this sentence, so that a browser without scripts does not read that the page updates itself.
  const updates = `<noscript>${escapeHtml(reloading)} </noscript><span id="live" hidden>${escapeHtml(text('This page updates itself.'))} </span>`;
  const card = `<section class="wr-card">${room.eventName === null ? '' : `<p class="wr-for">${escapeHtml(room.eventName)}</p>`}
<div id="place" data-next="${part.next}" data-was="${part.was}" data-milestone="${escapeHtml(part.milestone)}">${part.html}</div>
<p class="wr-offline" id="offline" hidden>${escapeHtml(text('There is no connection at the moment. You keep your place.'))}</p>
<p class="visually-hidden" role="status" id="announcement"></p>
<div class="wr-foot" id="foot"${part.next > 0 ? '' : ' hidden'}><p>${updates}${escapeHtml(text('You can leave this page and come back in the same browser without losing your place.'))}</p>
<p>${escapeHtml(text('A place lets you in once, for one cart. Copies of it do not work.'))}</p></div></section>
<p class="wr-back"><a href="/">${escapeHtml(text('Browse the shop'))}</a></p>
<script>${WAITING_SCRIPT}</script>`;
  return shell({ title: part.title, head: reloadTag, main: card }, look);
}

/**
 * For a browser that does not accept cookies, which would be given a new place at the end of the line on every request.
 */
export function cookiesNeededPage(path: string, look: WaitingLook): string {
  const { text } = look.language;
  const heading = text('Your browser does not accept cookies');
  const main = `<section class="wr-card"><h1>${escapeHtml(heading)}</h1>
<p class="wr-lead">${escapeHtml(text('Your place in the line is kept in a cookie. Please allow cookies for this shop, and try again.'))}</p>
<a class="wr-button wr-go" href="${escapeHtml(path)}">${escapeHtml(text('Try again'))}</a></section>`;
  return shell({ title: `${heading} · ${look.shopName}`, head: '', main }, look);
}

/** A page of the waiting room with the shop's look. Texts in `head` and `main` are HTML. */
export function shell(parts: { title: string; head: string; main: string }, look: WaitingLook): string {
  const links = look.stylesheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n');
  return `<!doctype html>
<html lang="${escapeHtml(look.locale)}" data-color-scheme="${look.colorScheme ?? 'light'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escapeHtml(parts.title)}</title>
${links}
<style>${WAITING_STYLE}</style>
${parts.head}
</head>
<body>
<header class="wr-top"><div class="page"><a class="wr-home" href="/">${logoHtml(look)}</a></div></header>
<main class="page wr-main">
${parts.main}
</main>
</body>
</html>
`;
}

/** A logo at least this wide contains the shop's name; next to a narrower one the name is shown as text. */
const NAMED_LOGO_RATIO = 1.6;

function logoHtml({ logo, logoDark, shopName }: WaitingLook): string {
  const name = escapeHtml(shopName);
  if (!logo) return `<span>${name}</span>`;
  const containsName = logo.width / logo.height >= NAMED_LOGO_RATIO;
  const alt = containsName ? name : '';
  const picture = (image: SiteImage, scheme: string) =>
    `<img class="${scheme}" src="${escapeHtml(`${image.url}.${image.formats.at(-1)}`)}" srcset="${escapeHtml(`${image.url}@2x.${image.formats.at(-1)}`)} 2x" width="${image.width}" height="${image.height}" alt="${alt}">`;
  const pictures = picture(logo, 'wr-light') + picture(logoDark ?? logo, 'wr-dark');
  return containsName ? pictures : `${pictures}<span>${name}</span>`;
}
