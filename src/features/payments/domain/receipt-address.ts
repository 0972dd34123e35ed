/**
 * The office's page for a receipt: the inbox if its money needs a decision or needed one, otherwise the list, where its
 * key finds it.
 */
export const receiptAddress = (receipt: {
  readonly id: number;
  readonly transaction: string;
  readonly isInInbox: boolean;
}): string =>
  receipt.isInInbox
    ? `/inbox/${encodeURIComponent(`receipt:${receipt.id}`)}`
    : `/money/receipts?q=${encodeURIComponent(receipt.transaction)}`;
