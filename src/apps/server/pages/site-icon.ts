/** The default tab icon: the lark over the sea from the header. */
export const SITE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -18 36 36"><circle r="18" fill="#0b5d66"/><path fill="#ffb84d" transform="translate(-1 0) scale(.56) rotate(-6)" d="M0 0C-4-7-12-11-22-10C-15-7-9-2-5 4C-7 7-8 10-8 13C-3 9 3 7 7 7C11 6 15 4 18 1C14 0 11-1 9-2C12-8 18-14 27-16C16-18 5-11 0 0Z"/></svg>`;
