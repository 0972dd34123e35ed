export const calendarPath = (orderCode: string, checksum: string): string =>
  `/download-calendar/${encodeURIComponent(orderCode)}/${encodeURIComponent(checksum)}`;
