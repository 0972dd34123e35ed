/** The path of an order's invoice, or of the document of the order with this number. */
export function invoicePath(orderCode: string, checksum: string, number?: string): string {
  const path = `/download-invoice/${encodeURIComponent(orderCode)}/${encodeURIComponent(checksum)}`;
  return number === undefined ? path : `${path}?number=${encodeURIComponent(number)}`;
}
