/** Its folder is its scope: it sees no other page of the shop. */
export const TICKET_WORKER = '/portal/tickets/worker.js';

export const KEPT_TICKETS_SCRIPT = '/portal/tickets/kept.js';

/** Requests the kept page without trying the network. */
export const KEPT_PARAMETER = 'kept';

/** Header of a kept page: its customer. */
export const KEPT_FOR = 'x-kept-for';
