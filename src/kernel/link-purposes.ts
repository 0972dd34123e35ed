/** What a link to an order that works without a login may open. */
export type LinkPurpose = 'payment' | 'terms' | 'invoice' | 'calendar';

/** The codes of an order's links, each of which opens one thing. */
export type LinkCodes = { [Purpose in LinkPurpose as `${Purpose}_checksum`]: string };

/** An order as it is shown through a link: with the code of that link and with none that opens anything else. */
export function throughLink<Order extends LinkCodes & { checksum: string }>(order: Order, purpose: LinkPurpose): Order {
  const code = order[`${purpose}_checksum`];
  const none: LinkCodes = { payment_checksum: '', terms_checksum: '', invoice_checksum: '', calendar_checksum: '' };
  return { ...order, ...none, checksum: code, [`${purpose}_checksum`]: code };
}
