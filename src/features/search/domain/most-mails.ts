/** No more mails than this are sent again by one press. */
export const MOST_MAILS = 200;
