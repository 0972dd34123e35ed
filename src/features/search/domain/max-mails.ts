/** The maximum number of mails that are sent again at once. */
export const MAX_MAILS = 200;
