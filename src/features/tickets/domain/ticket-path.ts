/** The path that a ticket's document is downloaded from. */
export const ticketPath = (email: string, code: string): string =>
  `/download-ticket/${encodeURIComponent(email)}/${encodeURIComponent(code)}`;
