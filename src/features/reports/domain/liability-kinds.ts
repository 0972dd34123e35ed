/**
 * What the shop owes: deliveries for plans that are being paid, accepted refunds, money without an order, and money
 * left from ended orders.
 */
export const LIABILITY_KINDS = ['plans', 'refunds', 'suspense', 'ended'] as const;
export type LiabilityKind = (typeof LIABILITY_KINDS)[number];
