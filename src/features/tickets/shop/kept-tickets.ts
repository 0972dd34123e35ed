import { KEPT_PAGES } from '#kernel/kept-pages.ts';
import { KEPT_FOR, KEPT_PARAMETER, KEPT_TICKETS_SCRIPT, TICKET_WORKER, unusedFiles } from '../domain/kept-tickets.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** True if the browser can keep tickets. Not without https, nor in some browsers' private windows. */
const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in window;

/** The key of the kept page: its address without query and fragment. */
const keptAddress = (): string => location.origin + location.pathname;

/**
 * Stores what `screen` shows as a separate page, which opens at this address when there is no network. Deletes pages
 * kept for anybody but `owner`. False if this browser cannot store it.
 */
export async function keepTickets(screen: Element, owner: string, isStillLoggedIn: () => boolean): Promise<boolean> {
  if (!canKeep()) return false;
  try {
    const page = pageOf(screen);
    const address = keptAddress();
    const registration = await navigator.serviceWorker.register(TICKET_WORKER, { updateViaCache: 'none' });
    await dropOthers(owner);
    const cache = await caches.open(KEPT_PAGES);
    // The browser may drop styles and fonts from its own cache at any time.
    await cache.addAll([...filesOf(page), KEPT_TICKETS_SCRIPT]);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      [KEPT_FOR]: encodeURIComponent(owner),
    };
    await cache.put(address, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
    await dropUnused(cache);
    await untilActive(registration);
    if (isStillLoggedIn()) return true;
    await caches.delete(KEPT_PAGES);
    return false;
  } catch {
    return false;
  }
}

/** Deletes the page kept at this address, for tickets that may no longer be shown. */
export async function forgetTickets(): Promise<void> {
  if (!canKeep()) return;
  const address = keptAddress();
  await caches
    .open(KEPT_PAGES)
    .then((cache) => cache.delete(address))
    .catch(() => {});
}

/** Opens the page kept at this address. False if there is none. */
export async function openKeptTickets(): Promise<boolean> {
  if (!canKeep() || new URLSearchParams(location.search).has(KEPT_PARAMETER)) return false;
  const kept = await caches.match(keptAddress(), { cacheName: KEPT_PAGES }).catch(() => undefined);
  if (!kept) return false;
  location.replace(`${location.pathname}?${KEPT_PARAMETER}${location.hash}`);
  return true;
}

async function dropOthers(owner: string): Promise<void> {
  const cache = await caches.open(KEPT_PAGES);
  for (const request of await cache.keys()) {
    const keptFor = (await cache.match(request))?.headers.get(KEPT_FOR);
    if (keptFor && keptFor !== encodeURIComponent(owner)) {
      await caches.delete(KEPT_PAGES);
      return;
    }
  }
}

/** Removes the styles, fonts and scripts of earlier versions of the shop that no kept page loads any more. */
async function dropUnused(cache: Cache): Promise<void> {
  const kept = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const answer = await cache.match(url);
      return { url, page: answer?.headers.has(KEPT_FOR) ? await answer.text() : null };
    }),
  );
  await Promise.all(unusedFiles(kept, location.origin).map((url) => cache.delete(url)));
}

/** A document with what `screen` shows, in this page's language, colours and styles, without the application. */
function pageOf(screen: Element): Document {
  const page = document.implementation.createHTMLDocument(document.title);
  for (const name of ['lang', 'data-color-scheme'])
    page.documentElement.setAttribute(name, document.documentElement.getAttribute(name) ?? '');
  page.documentElement.setAttribute('data-kept', '');
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  page.head.prepend(charset);
  const looks = document.querySelectorAll(
    'meta[name=viewport], meta[name=theme-color], link[rel=stylesheet], link[as=font]',
  );
  for (const look of looks)
    if (!(look instanceof HTMLLinkElement) || isOwn(look.href)) page.head.append(look.cloneNode());
  const script = page.createElement('script');
  script.src = KEPT_TICKETS_SCRIPT;
  script.defer = true;
  page.head.append(script);
  const main = page.createElement('main');
  main.className = 'page';
  main.append(screen.cloneNode(true));
  page.body.append(main);
  return page;
}

const filesOf = (page: Document): string[] =>
  [...page.querySelectorAll('link')].map((link) => new URL(link.getAttribute('href')!, location.origin).href);

const isOwn = (address: string): boolean => new URL(address).origin === location.origin;

/** Resolves when the registration has an active worker; rejects if it cannot be installed. */
function untilActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The worker could not be installed'));
    });
  });
}
