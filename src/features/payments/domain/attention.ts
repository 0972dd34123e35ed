/** Why received money waits, or waited, for the operator. */
export type Attention = 'late' | 'short' | 'over' | 'double' | 'unmatched' | 'currency' | 'amount' | 'contradicted';

/** Follows the amount: `€60.00 is an overpayment`. */
export const attentionText: Readonly<Record<Attention, string>> = {
  late: 'arrived too late',
  short: 'is less than the amount due',
  over: 'is an overpayment',
  double: 'was already paid',
  unmatched: 'belongs to no known order',
  currency: 'is in a different currency from the amount due',
  amount: 'is not the amount due',
  contradicted: 'is contradicted by the payment provider',
};
