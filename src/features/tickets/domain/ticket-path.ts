export const ticketPath = (email: string, code: string): string =>
  `/download-ticket/${encodeURIComponent(email)}/${encodeURIComponent(code)}`;
