/** The path that an order's calendar file is downloaded from. */
export const calendarPath = (orderCode: string, checksum: string): string =>
  `/download-calendar/${encodeURIComponent(orderCode)}/${encodeURIComponent(checksum)}`;
