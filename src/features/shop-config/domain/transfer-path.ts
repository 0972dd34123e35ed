/** `reference` is the order's code, or that of one part of a plan. */
export const transferPath = (orderCode: string, checksum: string, reference: string): string =>
  `/download-transfer/${[orderCode, checksum, reference].map(encodeURIComponent).join('/')}`;
