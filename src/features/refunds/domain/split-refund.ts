/** Money of the order that one receipt brought, and the gateway that could give it back. Amounts are minor units. */
export interface Holding {
  readonly receiptId: number;
  readonly gateway: string;
  /** The amount that is neither charged back, nor in suspense, nor in an earlier movement. */
  readonly available: number;
  /** How the gateway can refund this payment. `once`: with a single refund, so only if none was requested before. */
  readonly refund: 'parts' | 'once' | 'no';
  readonly hadRefund: boolean;
}

export interface SplitRefund {
  readonly toCard: readonly { readonly receiptId: number; readonly gateway: string; readonly amount: number }[];
  readonly byBank: number;
}

/** Splits the total: back to the cards, receipt by receipt in the given order, and the rest by bank. */
export function splitRefund(total: number, holdings: readonly Holding[]): SplitRefund {
  const toCard: { receiptId: number; gateway: string; amount: number }[] = [];
  let rest = total;
  for (const { receiptId, gateway, available, refund, hadRefund } of holdings) {
    const amount = Math.min(rest, available);
    if (amount <= 0 || refund === 'no' || (refund === 'once' && hadRefund)) continue;
    toCard.push({ receiptId, gateway, amount });
    rest -= amount;
  }
  return { toCard, byBank: rest };
}
