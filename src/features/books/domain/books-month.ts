/** A month of the shop, such as 2027-01. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** How long after its end a month can be closed: by then no booking of it is under way. */
const CLOSES_AFTER_MS = 3_600_000;

export const isOver = (endsAt: Date, now: Date): boolean => now.getTime() - endsAt.getTime() >= CLOSES_AFTER_MS;

/** More documents than this are listed only, and not in the file as PDF. */
export const MOST_PDFS = 2_000;
