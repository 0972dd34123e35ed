import { KEPT_PAGES } from '#kernel/kept-pages.ts';
import { KEPT_LIST, KEPT_PARAMETER, KEPT_TICKETS_SCRIPT, NETWORK_TIMEOUT_MS } from '../domain/kept-tickets.ts';

/**
 * The service worker of the portal. It tries the network first, and shows a kept page only if there is no answer in
 * time, the shop fails, or the address requests the kept page. Without a network, other pages show the list of kept
 * ones. It never mixes versions of the shop: kept pages have no scripts of the application, and the files that they
 * load are named after their content.
 */
export const TICKET_WORKER_SCRIPT = `
addEventListener("install", () => skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (["style", "font"].includes(request.destination) || url.pathname === "${KEPT_TICKETS_SCRIPT}")
    event.respondWith(file(request));
});

async function page(request, url) {
  const kept = await inCache(url.origin + url.pathname);
  // Without no-cache, the browser may answer with an old page that it still has.
  const fresh = () => fetch(request, { cache: "no-cache" });
  if (!kept) return fresh().catch((failure) => listOr(failure));
  if (url.searchParams.has("${KEPT_PARAMETER}")) return kept;
  const late = new Promise((resolve) => setTimeout(resolve, ${NETWORK_TIMEOUT_MS}, kept));
  return Promise.race([fresh().then((answer) => (answer.status >= 500 ? kept : answer), () => kept), late]);
}

async function listOr(failure) {
  const list = await inCache(location.origin + "${KEPT_LIST}");
  if (!list) throw failure;
  return list;
}

const file = async (request) => (await inCache(request.url)) ?? fetch(request);

async function inCache(address) {
  try {
    return await (await caches.open("${KEPT_PAGES}")).match(address);
  } catch {
    return undefined;
  }
}
`;

/**
 * Runs on a kept page: the screen stays on, arrow keys move between tickets, and the shop's own page returns once there
 * is a network.
 */
export const KEPT_TICKETS_PAGE_SCRIPT = `
const lock = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
const check = async () => {
  const begun = performance.now();
  const answer = document.hidden || (await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => null));
  // On a slow network the worker would only return this page again.
  if (!answer?.ok || performance.now() - begun > ${NETWORK_TIMEOUT_MS / 2}) return;
  history.replaceState(null, "", location.pathname + location.hash);
  location.reload();
};
lock();
addEventListener("visibilitychange", () => { lock(); check(); });
addEventListener("online", check);
addEventListener("keydown", ({ key }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const pager = document.querySelector("[data-pager]");
  if (step && pager) pager.scrollBy({ left: step * pager.clientWidth });
});
`;
