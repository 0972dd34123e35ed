/** `reference` is the order's code, or the reference of one instalment of its plan. */
export const transferPath = (orderCode: string, checksum: string, reference: string): string =>
  `/download-transfer/${[orderCode, checksum, reference].map(encodeURIComponent).join('/')}`;
