/** A page repeats that it is shown after this time, in milliseconds. */
export const PRESENCE_EVERY_MS = 15_000;

/** Somebody whose page has been silent for this time is gone, in milliseconds. Two repetitions may be lost. */
export const PRESENCE_LEASE_MS = 3 * PRESENCE_EVERY_MS;
