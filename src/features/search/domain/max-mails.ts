/** No more mails than this are sent again by one press. */
export const MAX_MAILS = 200;
