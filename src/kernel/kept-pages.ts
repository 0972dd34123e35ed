/** Name of the browser's cache of pages that open without a network. */
export const KEPT_PAGES = 'foyer.kept-pages';
