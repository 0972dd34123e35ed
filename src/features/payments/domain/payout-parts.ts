/** What a payout consists of, in minor units. Each part has the sign with which it changes the payout. */
export interface PayoutParts {
  readonly charges: number;
  readonly refunds: number;
  readonly disputes: number;
  /** The provider's fees, below 0. */
  readonly fees: number;
  /** Earlier payouts that the bank sent back. */
  readonly failedBefore: number;
  /** Movements of kinds that the shop does not know. */
  readonly other: number;
}
