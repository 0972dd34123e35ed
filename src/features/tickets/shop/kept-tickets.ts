import { KEPT_PAGES } from '#kernel/kept-pages.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import {
  KEPT_FOR,
  KEPT_LIST,
  KEPT_PARAMETER,
  KEPT_TICKETS_SCRIPT,
  KEPT_TITLE,
  TICKET_WORKER,
  TICKET_WORKER_SCOPE,
  unusedFiles,
} from '../domain/kept-tickets.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** True if the browser can keep tickets. It cannot without https, or in some browsers' private windows. */
const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in window;

/** The key of the kept page: its address without query and fragment. */
const keptAddress = (): string => location.origin + location.pathname;

export interface TicketsToKeep {
  screen: Element;
  /** Names the order in the list of everything kept. */
  title: string;
  /** The frame of that list, with an empty `ul`. */
  list: Element;
  owner: string;
}

/**
 * Stores what `screen` shows as a separate page, which opens at this address when there is no network, and a list that
 * leads to it from the rest of the portal. Deletes pages kept for anybody but `owner`. False if this browser cannot
 * store it.
 */
export async function keepTickets(
  { screen, title, list, owner }: TicketsToKeep,
  isStillLoggedIn: () => boolean,
): Promise<boolean> {
  if (!canKeep()) return false;
  try {
    const page = pageOf(screen);
    const listPage = pageOf(list);
    const address = keptAddress();
    const registration = await navigator.serviceWorker.register(TICKET_WORKER, {
      scope: TICKET_WORKER_SCOPE,
      updateViaCache: 'none',
    });
    await dropOthers(owner);
    const cache = await caches.open(KEPT_PAGES);
    // The browser may drop styles and fonts from its own cache at any time.
    await cache.addAll([...filesOf(page), KEPT_TICKETS_SCRIPT]);
    const keptFor = encodeURIComponent(owner);
    await store(cache, address, page, { [KEPT_FOR]: keptFor, [KEPT_TITLE]: encodeURIComponent(title) });
    await storeList(cache, listPage, keptFor);
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
  try {
    const cache = await caches.open(KEPT_PAGES);
    await cache.delete(address);
    const list = await cache.match(location.origin + KEPT_LIST);
    if (!list) return;
    const page = new DOMParser().parseFromString(await list.text(), 'text/html');
    await storeList(cache, page, list.headers.get(KEPT_FOR) ?? '');
  } catch {
    // Without access to the cache, there is nothing to delete.
  }
}

const store = (cache: Cache, address: string, page: Document, headers: Record<string, string>): Promise<void> =>
  cache.put(
    address,
    new Response(`<!doctype html>${page.documentElement.outerHTML}`, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
        ...headers,
      },
    }),
  );

/** Stores the list with a link to each kept order; deletes it if there is none. */
async function storeList(cache: Cache, page: Document, keptFor: string): Promise<void> {
  const links: HTMLElement[] = [];
  for (const { url } of await cache.keys()) {
    const title = (await cache.match(url))?.headers.get(KEPT_TITLE);
    if (!title) continue;
    const item = page.createElement('li');
    const link = page.createElement('a');
    link.href = new URL(url).pathname;
    const code = page.createElement('span');
    code.textContent = link.href.split('/').at(-1) ?? '';
    link.append(decodeURIComponent(title), SEPARATOR, code);
    item.append(link);
    links.push(item);
  }
  const address = location.origin + KEPT_LIST;
  if (links.length === 0) return void (await cache.delete(address));
  page.querySelector('ul')?.replaceChildren(...links);
  await store(cache, address, page, { [KEPT_FOR]: keptFor });
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
  const shown = screen.cloneNode(true) as HTMLElement;
  shown.hidden = false;
  main.append(shown);
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
