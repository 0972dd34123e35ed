/** The name of the browser's cache with the pages that open without a network. */
export const KEPT_PAGES = 'foyer.kept-pages';
