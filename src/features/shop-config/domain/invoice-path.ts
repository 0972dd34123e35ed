/** Returns the path of an invoice; with `number`, the path of that document of the order. */
export function invoicePath(orderCode: string, checksum: string, number?: string): string {
  const path = `/download-invoice/${encodeURIComponent(orderCode)}/${encodeURIComponent(checksum)}`;
  return number === undefined ? path : `${path}?number=${encodeURIComponent(number)}`;
}
