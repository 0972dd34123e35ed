/** The browser's cache with this name holds the pages that open without a network. */
export const KEPT_PAGES = 'foyer.kept-pages';
