/** A month of the shop, such as 2027-01. */
export const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** How long after its end a month can be closed. By then no booking for it is under way. */
const CLOSES_AFTER_MS = 3_600_000;

export const isOver = (endsAt: Date, now: Date): boolean => now.getTime() - endsAt.getTime() >= CLOSES_AFTER_MS;

/** If there are more documents than this, they are only listed, and the file has no PDFs. */
export const MOST_PDFS = 2_000;
