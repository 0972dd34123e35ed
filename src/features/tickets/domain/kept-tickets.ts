// Kept tickets are copies of ticket pages in the browser, for gates without a network.

export const TICKET_WORKER = '/portal/tickets/worker.js';

/** The worker sees only the portal's pages. */
export const TICKET_WORKER_SCOPE = '/portal';

/**
 * The key of the page that leads to all kept tickets. The worker shows it in place of a portal page without a network.
 */
export const KEPT_LIST = '/portal/tickets/';

export const KEPT_TICKETS_SCRIPT = '/portal/tickets/kept.js';

/** How long the network may take before a kept page is shown instead, in milliseconds. */
export const NETWORK_TIMEOUT_MS = 4_000;

/** Requests the kept page without trying the network. */
export const KEPT_PARAMETER = 'kept';

/** Header of a kept page: its customer. */
export const KEPT_FOR = 'x-kept-for';

/** Header of an order's kept tickets: its name in the list of them. */
export const KEPT_TITLE = 'x-kept-title';

/** Returns the addresses of kept files that no kept page loads. `page` is the HTML of a page, null for a file. */
export function unusedFiles(
  kept: readonly { readonly url: string; readonly page: string | null }[],
  origin: string,
): string[] {
  const used = new Set(
    kept.flatMap(({ page }) =>
      [...(page ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) =>
        address.startsWith('/') ? origin + address : address,
      ),
    ),
  );
  return kept.filter(({ url, page }) => page === null && !used.has(url)).map(({ url }) => url);
}
