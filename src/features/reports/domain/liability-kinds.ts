/**
 * What the shop owes: deliveries for plans that are being paid, deliveries for other orders that were paid in part,
 * accepted refunds, money without an order, money beyond an order's payments (too much, twice or too late), and money
 * left from ended orders.
 */
export const LIABILITY_KINDS = ['plans', 'short', 'refunds', 'unmatched', 'uncounted', 'ended'] as const;
export type LiabilityKind = (typeof LIABILITY_KINDS)[number];
