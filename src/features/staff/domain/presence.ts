/** The time in milliseconds after which a page reports again that it is shown. */
export const PRESENCE_EVERY_MS = 15_000;

/** Somebody whose page has not reported for this many milliseconds is gone. Two reports in a row can be lost. */
export const PRESENCE_LEASE_MS = 3 * PRESENCE_EVERY_MS;
