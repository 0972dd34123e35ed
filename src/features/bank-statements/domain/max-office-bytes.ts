/** Larger files would keep the shop busy, so only the command line reads them. */
export const MAX_OFFICE_BYTES = 3 * 1024 * 1024;
