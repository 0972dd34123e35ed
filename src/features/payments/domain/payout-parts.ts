/** What a payout consists of: minor units, each with the sign with which it changes the payout. */
export interface PayoutParts {
  readonly charges: number;
  readonly refunds: number;
  readonly disputes: number;
  /** The provider's, below 0. */
  readonly fees: number;
  /** Earlier payouts that the bank sent back. */
  readonly failedBefore: number;
  /** Of kinds that the shop does not know. */
  readonly other: number;
}
