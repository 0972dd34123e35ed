/** The path that an order's invoice is downloaded from; with a number, another document of the same order. */
export function invoicePath(orderCode: string, checksum: string, number?: string): string {
  const path = `/download-invoice/${encodeURIComponent(orderCode)}/${encodeURIComponent(checksum)}`;
  return number === undefined ? path : `${path}?number=${encodeURIComponent(number)}`;
}
