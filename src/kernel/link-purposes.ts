/** What a link to an order opens without a login. */
export type LinkPurpose = 'payment' | 'terms' | 'invoice' | 'calendar';

/** The code of each link, which opens only that one thing. */
export type LinkCodes = { [Purpose in LinkPurpose as `${Purpose}_checksum`]: string };

/** Replaces the checksum with the code of the link through which the order is read, and empties the other codes. */
export function throughLink<Order extends LinkCodes & { checksum: string }>(order: Order, purpose: LinkPurpose): Order {
  const code = order[`${purpose}_checksum`];
  const none: LinkCodes = { payment_checksum: '', terms_checksum: '', invoice_checksum: '', calendar_checksum: '' };
  return { ...order, ...none, checksum: code, [`${purpose}_checksum`]: code };
}
