import { KEPT_PAGES } from '#kernel/kept-pages.ts';

/**
 * Forgets the pages that the browser keeps for when there is no network. They show what only their customer may see.
 */
export function dropKeptPages(): void {
  // Undefined without https, and it throws or rejects where storage is forbidden.
  try {
    void globalThis.caches?.delete(KEPT_PAGES).catch(() => {});
  } catch {
    // Then nothing was kept.
  }
}
