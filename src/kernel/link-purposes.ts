/** What a link to an order may open without a login. */
export type LinkPurpose = 'payment' | 'terms' | 'invoice' | 'calendar';

/** The codes of an order's links, each of which opens one thing. */
export type LinkCodes = { [Purpose in LinkPurpose as `${Purpose}_checksum`]: string };

/** Removes the checksum and all codes except that of the link through which the order is read. */
export function throughLink<Order extends LinkCodes & { checksum: string }>(order: Order, purpose: LinkPurpose): Order {
  const code = order[`${purpose}_checksum`];
  const none: LinkCodes = { payment_checksum: '', terms_checksum: '', invoice_checksum: '', calendar_checksum: '' };
  return { ...order, ...none, checksum: code, [`${purpose}_checksum`]: code };
}
