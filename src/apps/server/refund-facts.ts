import { chargeBack } from '#features/desk/server/public.ts';
import { receiptByTransaction } from '#features/payments/server/public.ts';
import {
  applyRefundFact,
  type RefundFact,
  type RefundParts,
  takeBackRequests,
} from '#features/refunds/server/public.ts';
import { minor } from '#kernel/money.ts';

/**
 * Handles what gateways say about refunds. One made in a provider's dashboard is booked as money that was taken back, so
 * its order becomes a problem for the operator to settle.
 */
export const refundFacts =
  (refunds: RefundParts, currency: () => Promise<string>) =>
  async (gateway: string, fact: RefundFact, now: Date): Promise<void> => {
    if (await applyRefundFact(refunds, gateway, fact, now)) return;
    if (fact.update.status !== 'done') return;
    const { db } = refunds;
    const receipt = await receiptByTransaction(db, gateway, fact.transaction);
    // A payment of something else at the same provider.
    if (!receipt) return;
    const taken = await chargeBack(
      { db, currency: await currency(), takeBackRequests },
      {
        receiptId: receipt.id,
        amount: minor(fact.amount),
        transaction: fact.id,
        actor: { kind: 'gateway', name: gateway },
      },
      now,
    );
    if (!taken.ok && taken.error.kind !== 'booked_before') {
      throw new Error(`The refund ${fact.id} at ${gateway} cannot be booked: ${taken.error.kind}`);
    }
  };
