/** The service worker of the pages with tickets. Its folder is its scope: it sees no other page of the shop. */
export const TICKET_WORKER = '/portal/tickets/worker.js';

/** The script of a kept page with tickets. */
export const KEPT_TICKETS_SCRIPT = '/portal/tickets/kept.js';

/** In the address of a page with tickets: asks for the kept page without trying the network. */
export const KEPT_PARAMETER = 'kept';

/** The header of a kept page that says for whom it was kept. */
export const KEPT_FOR = 'x-kept-for';
