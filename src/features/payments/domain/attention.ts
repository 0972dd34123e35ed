/** Why received money waits for the operator, or waited. */
export type Attention = 'late' | 'short' | 'over' | 'double' | 'unmatched' | 'currency' | 'amount' | 'contradicted';

/** For the operator, after the amount: `€60.00 is over`. */
export const attentionText: Readonly<Record<Attention, string>> = {
  late: 'came too late',
  short: 'is short',
  over: 'is over',
  double: 'came double',
  unmatched: 'is without an order',
  currency: 'is in another currency than was asked for',
  amount: 'is not the amount that was asked for',
  contradicted: 'is contradicted by the gateway',
};
