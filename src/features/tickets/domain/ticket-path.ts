/** The path that a ticket's document is downloaded from (spec 7). */
export const ticketPath = (email: string, code: string): string =>
  `/download-ticket/${encodeURIComponent(email)}/${encodeURIComponent(code)}`;
