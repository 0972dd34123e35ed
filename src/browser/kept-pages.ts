import { KEPT_PAGES } from '#kernel/kept-pages.ts';

/** Deletes the pages that the browser keeps for offline use, which show what only their customer may see. */
export function dropKeptPages(): void {
  // `caches` is undefined without https, and it throws or rejects where storage is forbidden.
  try {
    void globalThis.caches?.delete(KEPT_PAGES).catch(() => {});
  } catch {
    // In that case nothing was kept.
  }
}
