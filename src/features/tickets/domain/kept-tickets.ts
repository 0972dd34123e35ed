/** Its folder is its scope: it sees no other page of the shop. */
export const TICKET_WORKER = '/portal/tickets/worker.js';

export const KEPT_TICKETS_SCRIPT = '/portal/tickets/kept.js';

/** Requests the kept page without trying the network. */
export const KEPT_PARAMETER = 'kept';

/** Header of a kept page: its customer. */
export const KEPT_FOR = 'x-kept-for';

/** `page`: its HTML; null for a file. Pages name their files by path or by whole address. */
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
