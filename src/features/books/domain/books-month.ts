/** A month of the shop, such as 2027-01. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A month can be closed this long after its end, when no booking for it is still in progress. */
const CLOSES_AFTER_MS = 3_600_000;

export const isOver = (endsAt: Date, now: Date): boolean => now.getTime() - endsAt.getTime() >= CLOSES_AFTER_MS;

/** With more documents than this, the file lists them but contains no PDFs. */
export const MAX_PDFS = 2_000;
